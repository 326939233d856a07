import { useState } from 'react';
import { type TableView, tableViewCookie } from './table-view';

/** View of a table, initialized from the cookie `name`. */
export function useTableView(name: string, initial: TableView) {
  const [view, setView] = useState(initial);
  const change = (values: Partial<TableView>) => {
    const next = { ...view, ...values };
    setView(next);
    document.cookie = tableViewCookie(name, next);
  };
  return [view, change] as const;
}
