'use client';

import { useCallback } from 'react';
import { useUrlState } from '@/components/data-table/use-url-state';
import { type ContactListState, contactListParameters } from './contact-list-state';

type Change = Partial<Omit<ContactListState, 'page' | 'cursor'>>;

/** State of the contact table, kept in the URL. See {@link useUrlState} for `foresee`. */
export function useContactListState(foresee?: (next: ContactListState) => void) {
  const [state, setState, isPending] = useUrlState(contactListParameters, foresee);

  /** Changes what is listed or how; that begins at the first page again. Typing replaces the history entry. */
  const change = useCallback(
    (values: Change, history?: 'push' | 'replace') => setState({ ...values, page: 1, cursor: '' }, history),
    [setState],
  );

  const goTo = useCallback(
    (page: number, cursor: string | null, history?: 'push' | 'replace') =>
      setState({ page, cursor: cursor ?? '' }, history),
    [setState],
  );

  return { state, change, goTo, isPending };
}
