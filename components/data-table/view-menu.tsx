'use client';

import { type ReactElement, useSyncExternalStore } from 'react';
import {
  Menu,
  MenuCheckboxItem,
  MenuGroup,
  MenuLabel,
  MenuPopup,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '@/components/ui/menu';
import type { TableView } from './table-view';

export interface ViewMenuProps {
  /** Columns that may be hidden. */
  columns: readonly { id: string; label: string }[];
  view: TableView;
  onChange(values: Partial<TableView>): void;
  /** Orders of the rows, for where the columns with their buttons are not shown. */
  orders: readonly { value: string; label: string }[];
  order: string;
  onOrder(order: string): void;
}

/** Density and columns of a table; on narrow screens, where each row is one column, its order instead. */
export function ViewMenu({
  trigger,
  columns,
  view,
  onChange,
  orders,
  order,
  onOrder,
}: ViewMenuProps & { trigger: ReactElement }) {
  const hasColumns = useHasColumns();
  return (
    <Menu>
      <MenuTrigger render={trigger} />
      <MenuPopup align="end">
        <MenuGroup>
          <MenuLabel>Density</MenuLabel>
          <MenuRadioGroup
            value={view.density}
            onValueChange={(density: TableView['density']) => onChange({ density })}
          >
            <MenuRadioItem value="comfortable">Comfortable</MenuRadioItem>
            <MenuRadioItem value="compact">Compact</MenuRadioItem>
          </MenuRadioGroup>
        </MenuGroup>
        <MenuSeparator />
        {hasColumns ? (
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

/** From `lg` on the table shows its columns. */
const columnsShown = () => window.matchMedia('(width >= 64rem)');

function useHasColumns(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = columnsShown();
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => columnsShown().matches,
    () => true,
  );
}
