'use client';

import { useCallback, useState } from 'react';
import { parseTableView, type TableView, tableViewCookie } from './table-view';

/** The view of one table, begun with what the server read from the cookie `name`. */
export function useTableView(name: string, initial: TableView) {
  // What the server read may have come with an earlier visit, which going back shows again.
  const [view, setView] = useState(() => viewNow(name) ?? initial);
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

/** `undefined` on the server. */
function viewNow(name: string): TableView | undefined {
  if (typeof document === 'undefined') return undefined;
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return parseTableView(cookie && decodeURIComponent(cookie.slice(name.length + 1)));
}
