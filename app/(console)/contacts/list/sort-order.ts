import type { SortingState } from '@tanstack/react-table';
import { type ContactListState, DEFAULT_SORT } from './contact-list-state';

/** `-updatedAt` as the table knows it. */
export function sortToTable(sort: ContactListState['sort']): SortingState {
  return [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

/** What the table sorts by as it stands in the URL; the default order when nothing is sorted. */
export function sortFromTable(sorting: SortingState): ContactListState['sort'] {
  const [first] = sorting;
  // Only columns whose id is a sort value of the API can be sorted.
  return first ? (`${first.desc ? '-' : ''}${first.id}` as ContactListState['sort']) : DEFAULT_SORT;
}
