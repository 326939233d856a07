import type { inferParserType } from 'nuqs/server';
import {
  type ContactListState,
  contactListParameters,
  toUrlFilter,
} from '@/components/contacts/contact-list-state';
import { listParameters } from '@/components/data-table/list-state';

/** URL parameters of a segment's contact list. */
export const segmentListParameters = { ...listParameters, sort: contactListParameters.sort };

/** The state of the contact list that shows a segment, with search, page and sort of `state`. */
export const toContactListState = (
  id: string,
  state: inferParserType<typeof segmentListParameters>,
): ContactListState => ({ ...toUrlFilter({ segmentId: [id] }), hidden: null, ...state });
