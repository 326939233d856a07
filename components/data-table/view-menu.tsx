'use client';

import type { ReactElement } from 'react';
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
}

/** Density and columns of a table. */
export default function ViewMenu({
  trigger,
  columns,
  view,
  onChange,
}: ViewMenuProps & { trigger: ReactElement }) {
  return (
    <Menu defaultOpen>
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
      </MenuPopup>
    </Menu>
  );
}
