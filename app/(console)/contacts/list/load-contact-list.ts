import { cookies } from 'next/headers';
import { createLoader } from 'nuqs/server';
import { describeService } from '@/app/server/service-view';
import type { SignedIn } from '@/app/server/session';
import {
  CONTACTS_VIEW,
  contactListParameters,
  type FixedFilter,
  hasDays,
  toIncludes,
} from '@/components/contacts/contact-list-state';
import { contactListOptions } from '@/components/contacts/contact-queries';
import { parseTableView } from '@/components/data-table/table-view';

const loadState = createLoader(contactListParameters);

/** The state of a contact table, its preferences, and what to prefetch: its first rows, unless filtered by days. */
export async function loadContactList(
  { staff }: SignedIn,
  searchParams: Parameters<typeof loadState>[0],
  fixed?: FixedFilter,
) {
  const state = { ...(await loadState(searchParams)), ...fixed };
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  const { can } = await describeService(staff);
  const include = toIncludes(state.columns ?? view.columns, (operation) => can.includes(operation));
  return { state, view, read: !hasDays(state) && contactListOptions(state, include) };
}
