import type { ContactListState } from './contact-list-state';

/** Cookie with how this person likes the contact table. */
export const CONTACTS_VIEW = 'contacts-view';

/** Columns that can be hidden, in their order. */
export const hideableColumns = [
  { id: 'email', label: 'Email' },
  { id: 'phone', label: 'Phone' },
  { id: 'jobtitle', label: 'Job title' },
  { id: 'company', label: 'Company' },
  { id: 'segments', label: 'Segments' },
  { id: 'updatedAt', label: 'Updated' },
];

/** A copy of another service's contacts also says when each was seen there. */
export const hideableColumnsOfCopy = [...hideableColumns, { id: 'seenAt', label: 'Last seen' }];

/** Orders of the list by name, for where its columns are not shown. */
export const contactOrders: readonly { value: ContactListState['sort']; label: string }[] = [
  { value: '-updatedAt', label: 'Updated, newest first' },
  { value: 'updatedAt', label: 'Updated, oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
  { value: 'company', label: 'Company, A to Z' },
  { value: '-company', label: 'Company, Z to A' },
];
