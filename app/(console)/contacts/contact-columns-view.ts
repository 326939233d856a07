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
