import { createContext } from 'react';
import type { ContactListState } from '@/components/contacts/contact-list-state';

/** Sort order and columns of the list from which contacts are exported. */
export interface ExportedList {
  sort?: ContactListState['sort'];
  /** Ids of the shown columns in their order, without the name. */
  columns: readonly string[];
}

/** The contact list that is shown, if any. */
export const ExportedListContext = createContext<ExportedList | null>(null);
