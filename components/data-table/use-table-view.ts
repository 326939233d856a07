'use client';

import { useCallback, useState } from 'react';
import { type TableView, tableViewCookie } from './table-view';

/** The view of one table, begun with what the server read from the cookie `name`. */
export function useTableView(name: string, initial: TableView) {
  const [view, setView] = useState(initial);
  const change = useCallback(
    (values: Partial<TableView>) =>
      setView((before) => {
        const after = { ...before, ...values };
        document.cookie = tableViewCookie(name, after);
        return after;
      }),
    [name],
  );
  return [view, change] as const;
}
