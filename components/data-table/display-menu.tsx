import { Download } from 'lucide-react';
import { type ReactElement, type ReactNode, startTransition, useState } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { Popover, PopoverClose, PopoverPopup, PopoverTitle, PopoverTrigger } from '@/components/ui/popover';
import { Choice } from '@/components/ui/select';
import { ColumnList, type ColumnListProps } from './column-list';
import type { Display } from './table-view';

interface DisplayMenuProps extends ColumnListProps {
  trigger: ReactElement;
  density: Display['density'];
  /** Labels of the sort orders. */
  orders: Record<string, string>;
  order: string;
  onOrder(order: string): void;
  /** More actions, at the end. */
  children?: ReactNode;
}

const densityLabels = { comfortable: 'Comfortable', compact: 'Compact' } as const;

/** Sort order, density and, on wide screens, whose tables have headers, the columns with their order and widths. */
export default function DisplayMenu({
  trigger,
  orders,
  order,
  onOrder,
  children,
  ...props
}: DisplayMenuProps) {
  // The menu is loaded on press, so `window` exists.
  const isWide = window.matchMedia('(width >= 64rem)').matches;
  /** Has no room in the toolbar on narrow screens. */
  const exportButton = document.querySelector<HTMLElement>('#main [aria-keyshortcuts="d"]:enabled');
  const [density, setDensity] = useState(props.density);
  return (
    <Popover defaultOpen>
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        // Never beside the button, where it would cover the toolbar.
        collisionAvoidance={{ fallbackAxisSide: 'none' }}
        className="flex max-h-(--available-height) w-72 flex-col gap-2 overflow-y-auto p-3"
      >
        <PopoverTitle className="sr-only">Display</PopoverTitle>
        <Line label="Sort by">
          <Choice value={order} labels={orders} onChange={onOrder} />
        </Line>
        <Line label="Density">
          <Choice
            value={density}
            labels={densityLabels}
            onChange={(next) => {
              // Moves the choice at once, and the rows in a transition.
              setDensity(next);
              startTransition(() => props.onChange({ density: next }));
            }}
          />
        </Line>
        {isWide ? <ColumnList {...props} /> : null}
        {children}
        {exportButton && !exportButton.checkVisibility() ? (
          <PopoverClose className={buttonClasses()} onClick={() => exportButton.click()}>
            <Download aria-hidden className="text-muted" /> Export
          </PopoverClose>
        ) : null}
      </PopoverPopup>
    </Popover>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="grid grid-cols-[4rem_minmax(0,1fr)] items-center text-sm [&_select]:text-sm">
    {label}
    {children}
  </label>
);
