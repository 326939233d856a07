'use client';

import { useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { type ContactListState, contactListParsers } from './contact-list-state';

/** `null` is the default. */
type Change = {
  [K in keyof Omit<ContactListState, 'page' | 'cursor'>]?: ContactListState[K] | null;
};

/** State of the contact table, kept in the URL. */
export function useContactListState() {
  const [state, setState] = useQueryStates(contactListParsers);

  /** Changes what is listed or how; that begins at the first page again. Typing replaces the history entry. */
  const change = useCallback(
    (values: Change, history: 'push' | 'replace' = 'push') =>
      void setState({ ...values, page: null, cursor: null }, { history }),
    [setState],
  );

  const goTo = useCallback(
    (page: number, cursor: string | null) => void setState({ page, cursor }, { history: 'push' }),
    [setState],
  );

  return { state, change, goTo };
}
