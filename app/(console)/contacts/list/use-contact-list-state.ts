'use client';

import { useListState } from '@/components/data-table/use-list-state';
import { contactListParameters } from './contact-list-state';

/** State of the contact table, kept in the URL. */
export function useContactListState() {
  return useListState(contactListParameters);
}
