import { Fragment } from 'react';
import { useIsApple } from '@/components/hooks/use-hydrated';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';

/** Keys, with a space between those pressed together, their separator, their effect, and a mark if only for rows that are links. */
type Key = [keys: string[], between: 'or' | 'then', effect: string, mark?: 'of contacts'];

const groups: Record<string, Key[]> = {
  Move: [
    [['j', '↓'], 'or', 'Next row'],
    [['k', '↑'], 'or', 'Previous row'],
    [['Home', 'End'], 'or', 'First row, last row'],
    [['n'], 'or', 'Next page'],
    [['p'], 'or', 'Previous page'],
    [['Enter'], 'or', 'Open at the side', 'of contacts'],
    [['Esc'], 'or', 'Close, or clear the search'],
  ],
  Find: [
    [['Ctrl k'], 'or', 'Command menu'],
    [['/'], 'or', 'Search'],
    [['f'], 'or', 'Filter', 'of contacts'],
  ],
  'Go to': [
    [['g', 'c'], 'then', 'Contacts'],
    [['g', 's'], 'then', 'Segments'],
    [['g', 'i'], 'then', 'Import'],
    [['g', 'a'], 'then', 'Activity'],
    [['Alt t'], 'or', 'Notifications'],
  ],
  Select: [
    [['x', 'Space'], 'or', 'Select the row'],
    [['Shift j'], 'or', 'Select and go to next'],
    [['Shift x'], 'or', 'Select a range'],
    [['Ctrl a'], 'or', 'Select the page'],
  ],
  Change: [
    [['c'], 'or', 'Add contact'],
    [['e'], 'or', 'Email of the open contact', 'of contacts'],
    [['p'], 'or', 'Phone of the open contact', 'of contacts'],
    [['s'], 'or', 'Segments', 'of contacts'],
    [['m'], 'or', 'Merge the two selected', 'of contacts'],
    [['d'], 'or', 'Export', 'of contacts'],
    [['z', 'Ctrl z'], 'or', 'Undo your last change'],
  ],
  Help: [[['?'], 'or', 'Keyboard shortcuts']],
};

interface KeysDialogProps {
  onClose(): void;
  /** Whether rows are links; they are not in the trash. */
  opens: boolean;
  enabled: boolean;
  onEnabledChange(enabled: boolean): void;
}

/** Keyboard shortcuts of a table by kind, with a switch for single keys. */
export default function KeysDialog({ onClose, opens, enabled, onEnabledChange }: KeysDialogProps) {
  const isApple = useIsApple();
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" className="max-w-2xl!">
      <div className="gap-10 sm:columns-2">
        {Object.entries(groups).map(([title, keys]) => (
          <section key={title} className="break-inside-avoid pb-4">
            <h3 className="pb-1 text-xs font-medium text-muted">{title}</h3>
            <dl>
              {keys
                .filter(([, , , ofContacts]) => opens || !ofContacts)
                .map(([pressed, between, effect]) => (
                  <div key={effect} className="flex min-h-7 items-center justify-between gap-4">
                    <dt className="order-2 flex shrink-0 items-center gap-1 text-xs text-muted">
                      {pressed.map((key, index) => (
                        <Fragment key={key}>
                          {index > 0 ? <span>{between}</span> : null}
                          {key.split(' ').map((one) => (
                            <Kbd key={one}>
                              {isApple ? one.replace('Ctrl', '⌘').replace('Alt', '⌥') : one}
                            </Kbd>
                          ))}
                        </Fragment>
                      ))}
                    </dt>
                    <dd>{effect}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="flex items-center gap-1.5 border-t border-line pt-3">
        <Checkbox checked={enabled} onChange={(event) => onEnabledChange(event.target.checked)} />
        Use single-key shortcuts
      </label>
    </Dialog>
  );
}
