import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { IconButton } from '@/components/ui/icon-button';
import { Popover, PopoverPopup, PopoverTitle, PopoverTrigger } from '@/components/ui/popover';
import { type Selection, useSelection } from './selection';

/** Most items that the list shows. */
const REVIEWED = 200;

interface SelectionReviewProps {
  trigger: ReactElement;
  selection: Selection;
  itemName: string;
}

/** A popover, open once mounted, that lists the first `REVIEWED` selected items, each with a button that deselects it. */
export default function SelectionReview({ trigger, selection, itemName }: SelectionReviewProps) {
  const selected = useSelection(selection, ({ snapshot }) => snapshot);
  return (
    <Popover defaultOpen>
      <PopoverTrigger render={trigger} />
      <PopoverPopup sideOffset={8} className="flex max-h-80 w-72 flex-col p-0!">
        <PopoverTitle className="border-b border-line px-3 py-2 text-sm font-medium">
          {formatCountOf(selected.size, itemName)} selected
        </PopoverTitle>
        <ul className="min-h-0 overflow-y-auto p-1">
          {[...selected].slice(0, REVIEWED).map(([id, label]) => (
            <li key={id} className="flex items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
              <span dir="auto" className="truncate text-sm">
                {label}
              </span>
              <IconButton
                icon={X}
                iconClassName=""
                size="icon-sm"
                label={`Deselect ${label}`}
                onClick={() => selection.drop([id])}
              />
            </li>
          ))}
        </ul>
        {selected.size > REVIEWED ? (
          <p className="border-t border-line px-3 py-2 text-sm text-muted">
            and {formatCount(selected.size - REVIEWED)} more
          </p>
        ) : null}
      </PopoverPopup>
    </Popover>
  );
}
