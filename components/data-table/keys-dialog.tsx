'use client';

import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Kbd } from '@/components/ui/kbd';

const keys: [string[], string][] = [
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Shift', 'j'], 'Select and go on'],
  [['Shift', 'x'], 'Select all rows up to this one'],
  [['/'], 'Search'],
  [['Esc'], 'Clear the search, close what is open'],
  [['Ctrl', 'K'], 'Command menu (⌘ K on a Mac)'],
  [['?'], 'This list'],
];

interface KeysDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  enabled: boolean;
  onEnabledChange(enabled: boolean): void;
}

/** The keys of a table, and the switch that turns the single ones off. */
export default function KeysDialog({ open, onOpenChange, enabled, onEnabledChange }: KeysDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      <dl className="flex flex-col">
        {keys.map(([pressed, effect]) => (
          <div key={effect} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="order-2 flex gap-1">
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex items-center gap-1.5 border-t border-line pt-3">
        <Checkbox checked={enabled} onChange={(event) => onEnabledChange(event.target.checked)} />
        Single keys do something
      </label>
    </Dialog>
  );
}
