'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Contact } from '@/lib/contract/contact';
import { COUNT_LIMIT } from '@/lib/contract/count-limit';
import { contactListOptions, contactTotalOptions, type Page } from '../contact-queries';
import type { ContactListState } from './contact-list-state';

/**
 * The page of contacts of a state: its rows as soon as they are found, with how many there are at least, and then how many
 * there are.
 */
export function useContactList(state: ContactListState) {
  const { data: rows, error, isPlaceholderData, isFetching, refetch } = useQuery(contactListOptions(state));
  const untold = !isPlaceholderData && rows && !rows.meta.totalIsExact && rows.meta.total < COUNT_LIMIT;
  const total = useQuery({ ...contactTotalOptions(state), enabled: Boolean(untold) });

  const told = untold ? total.data : undefined;
  const page = useMemo(() => (rows && told ? withTotal(rows, told) : rows), [rows, told]);
  // Rows of the state before stay with their total.
  const shown = useRef<Page<Contact> | undefined>(undefined);
  if (!isPlaceholderData) shown.current = page;

  // It may have been told long before these rows were read.
  const countAgain = useEffectEvent(() => {
    if (told && total.isStale) void total.refetch();
  });
  useEffect(() => {
    if (rows) countAgain();
  }, [rows]);

  return {
    error,
    isPlaceholderData,
    isFetching,
    refetch,
    data: isPlaceholderData ? (shown.current ?? rows) : page,
    /** Whether the total is not the last word yet. */
    isCounting: Boolean(untold) && total.isPending,
  };
}

function withTotal(
  { data, meta }: Page<Contact>,
  told: Pick<Page<Contact>['meta'], 'total' | 'totalIsExact'>,
) {
  return { data, meta: { ...meta, ...told, totalPages: Math.ceil(told.total / meta.pageSize) } };
}
