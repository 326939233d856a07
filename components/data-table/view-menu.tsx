import { type ReactElement, startTransition, useState } from 'react';
import * as Menu from '@/components/ui/menu';
import type { TableView } from './table-view';

interface ViewMenuProps {
  trigger: ReactElement;
  /** Hideable columns. */
  columns: readonly { id: string; label: string }[];
  view: TableView;
  onChange(values: Partial<TableView>): void;
  orders: readonly { value: string; label: string }[];
  order: string;
  onOrder(order: string): void;
}

/** Menu for density and columns; on narrow screens, whose tables show no headers, for density and sort order. */
export default function ViewMenu({
  trigger,
  columns,
  view,
  onChange,
  orders,
  order,
  onOrder,
}: ViewMenuProps) {
  // The menu is loaded on press, so `window` exists.
  const isWide = window.matchMedia('(width >= 64rem)').matches;
  const [density, setDensity] = useState(view.density);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Popup align="end" className="max-h-(--available-height) overflow-y-auto">
        <Menu.Group>
          <Menu.Label>Density</Menu.Label>
          <Menu.RadioGroup
            value={density}
            onValueChange={(next: TableView['density']) => {
              // Moves the mark at once, and the rows in a transition.
              setDensity(next);
              startTransition(() => onChange({ density: next }));
            }}
          >
            <Menu.RadioItem value="comfortable">Comfortable</Menu.RadioItem>
            <Menu.RadioItem value="compact">Compact</Menu.RadioItem>
          </Menu.RadioGroup>
        </Menu.Group>
        {isWide ? (
          <Menu.Group>
            <Menu.Label>Columns</Menu.Label>
            {columns.map(({ id, label }) => (
              <Menu.CheckboxItem
                key={id}
                checked={!view.hidden.includes(id)}
                onCheckedChange={(shown) =>
                  onChange({
                    hidden: shown ? view.hidden.filter((other) => other !== id) : [...view.hidden, id],
                  })
                }
              >
                {label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Group>
        ) : (
          <Menu.Group>
            <Menu.Label>Sort by</Menu.Label>
            <Menu.RadioGroup value={order} onValueChange={onOrder}>
              {orders.map(({ value, label }) => (
                <Menu.RadioItem key={value} value={value}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Group>
        )}
      </Menu.Popup>
    </Menu.Root>
  );
}
