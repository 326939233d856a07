import { type ReactElement, startTransition, useState } from 'react';
import {
  Menu,
  MenuCheckboxItem,
  MenuGroup,
  MenuLabel,
  MenuPopup,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '@/components/ui/menu';
import type { TableView } from './table-view';

interface ViewMenuProps {
  /** The trigger. */
  trigger: ReactElement;
  /** Hideable columns. */
  columns: readonly { id: string; label: string }[];
  view: TableView;
  onChange(values: Partial<TableView>): void;
  orders: readonly { value: string; label: string }[];
  order: string;
  onOrder(order: string): void;
}

/** Menu for density, and for columns or, on narrow screens without their heads, for sort order. */
export default function ViewMenu({
  trigger,
  columns,
  view,
  onChange,
  orders,
  order,
  onOrder,
}: ViewMenuProps) {
  // Loaded when pressed, so never on the server.
  const isWide = window.matchMedia('(width >= 64rem)').matches;
  const [density, setDensity] = useState(view.density);
  return (
    <Menu defaultOpen>
      <MenuTrigger render={trigger} />
      <MenuPopup align="end" className="max-h-(--available-height) overflow-y-auto">
        <MenuGroup>
          <MenuLabel>Density</MenuLabel>
          <MenuRadioGroup
            value={density}
            onValueChange={(next: TableView['density']) => {
              // The mark moves first, then all rows.
              setDensity(next);
              startTransition(() => onChange({ density: next }));
            }}
          >
            <MenuRadioItem value="comfortable">Comfortable</MenuRadioItem>
            <MenuRadioItem value="compact">Compact</MenuRadioItem>
          </MenuRadioGroup>
        </MenuGroup>
        {isWide ? (
          <MenuGroup>
            <MenuLabel>Columns</MenuLabel>
            {columns.map(({ id, label }) => (
              <MenuCheckboxItem
                key={id}
                checked={!view.hidden.includes(id)}
                onCheckedChange={(shown) =>
                  onChange({
                    hidden: shown ? view.hidden.filter((other) => other !== id) : [...view.hidden, id],
                  })
                }
              >
                {label}
              </MenuCheckboxItem>
            ))}
          </MenuGroup>
        ) : (
          <MenuGroup>
            <MenuLabel>Sort by</MenuLabel>
            <MenuRadioGroup value={order} onValueChange={onOrder}>
              {orders.map(({ value, label }) => (
                <MenuRadioItem key={value} value={value}>
                  {label}
                </MenuRadioItem>
              ))}
            </MenuRadioGroup>
          </MenuGroup>
        )}
      </MenuPopup>
    </Menu>
  );
}
