import { useRef, useState } from 'react';
import { type TableView, tableViewCookie } from './table-view';

/** View of a table and its setter, which stores the view in the cookie `name`. */
export function useTableView(name: string, initial: TableView) {
  const [view, setView] = useState(initial);
  // A second change may come before the first one is rendered.
  const latest = useRef(initial);
  const change = (values: Partial<TableView> | ((latest: TableView) => Partial<TableView>)) => {
    const changed = typeof values === 'function' ? values(latest.current) : values;
    latest.current = { ...latest.current, ...changed };
    setView(latest.current);
    document.cookie = tableViewCookie(name, latest.current);
  };
  return [view, change] as const;
}
