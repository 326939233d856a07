import { useRef, useState } from 'react';
import { type TableView, tableViewCookie } from './table-view';

/** View of a table, initialized from the cookie `name`. */
export function useTableView(name: string, initial: TableView) {
  const [view, setView] = useState(initial);
  // One change may be on its way to the screen when the next one comes.
  const latest = useRef(initial);
  const change = (values: Partial<TableView>) => {
    latest.current = { ...latest.current, ...values };
    setView(latest.current);
    document.cookie = tableViewCookie(name, latest.current);
  };
  return [view, change] as const;
}
