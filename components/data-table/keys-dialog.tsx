import { Fragment } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';

/** Keys, their separator, their effect, and a mark if they work only where rows are links. */
const keys: [string[], 'or' | '+' | 'then', string, 'of contacts'?][] = [
  [['j', '↓'], 'or', 'Next row'],
  [['k', '↑'], 'or', 'Previous row'],
  [['Enter'], 'or', 'Open at the side', 'of contacts'],
  [['Home', 'End'], 'or', 'First row, last row'],
  [['x', 'Space'], 'or', 'Select the row'],
  [['Shift', 'j'], '+', 'Select and go to next'],
  [['Shift', 'x'], '+', 'Select a range'],
  [['m'], 'or', 'Merge the two selected', 'of contacts'],
  [['c'], 'or', 'Add contact'],
  [['e'], 'or', 'Edit the open contact', 'of contacts'],
  [['s'], 'or', 'Segments of the selected or open contact', 'of contacts'],
  [['f'], 'or', 'Filter', 'of contacts'],
  [['d'], 'or', 'Export', 'of contacts'],
  [['n'], 'or', 'Next page'],
  [['p'], 'or', 'Previous page'],
  [['/'], 'or', 'Search'],
  [['Esc'], 'or', 'Clear the search, or close'],
  [['g', 'c'], 'then', 'Go to contacts'],
  [['g', 's'], 'then', 'Go to segments'],
  [['g', 'i'], 'then', 'Go to import'],
  [['g', 'a'], 'then', 'Go to activity'],
  [['z'], 'or', 'Undo, while a notification offers it'],
  [['Ctrl K', '⌘ K'], 'or', 'Command menu'],
  [['Alt', 'T'], '+', 'Go to notifications'],
  [['?'], 'or', 'Keyboard shortcuts'],
];

interface KeysDialogProps {
  onClose(): void;
  /** Whether rows are links; they are not in the trash. */
  opens: boolean;
  enabled: boolean;
  onEnabledChange(enabled: boolean): void;
}

/** Keyboard shortcuts of a table, with a switch for single keys. */
export default function KeysDialog({ onClose, opens, enabled, onEnabledChange }: KeysDialogProps) {
  const listed = keys.filter(([, , , ofContacts]) => opens || !ofContacts);
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <dl className="flex flex-col">
        {listed.map(([pressed, between, effect]) => (
          <div key={effect} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="order-2 flex shrink-0 items-center gap-1 text-xs text-muted">
              {pressed.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 ? <span>{between}</span> : null}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex items-center gap-1.5 border-t border-line pt-3">
        <Checkbox checked={enabled} onChange={(event) => onEnabledChange(event.target.checked)} />
        Use single-key shortcuts
      </label>
    </Dialog>
  );
}
