import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader } from 'nuqs/server';
import { Prefetched } from '@/app/server/prefetched';
import { describeService } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import {
  CONTACTS_VIEW,
  contactListParameters,
  hasDays,
  toFilter,
  toIncludes,
} from '@/components/contacts/contact-list-state';
import { allContactsOptions, contactListOptions } from '@/components/contacts/contact-queries';
import { parseTableView } from '@/components/data-table/table-view';
import { allSegments } from '@/components/segments/use-segments';
import { may } from '@/lib/staff/roles';
import { ImportDrop } from '../import/import-drop';
import { ContactsTable } from './list/contacts-table';
import { SampleStrip } from './list/sample-strip';

export const metadata: Metadata = { title: 'Contacts' };

const loadState = createLoader(contactListParameters);

/** The contact table, with its first rows in the HTML unless it is filtered by days. */
export default async function ContactsPage({ searchParams }: PageProps<'/contacts'>) {
  const signedIn = await requireStaff('contacts:read');
  const { role, organization } = signedIn.staff;
  const state = await loadState(searchParams);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  const { can } = await describeService(signedIn.staff);
  const include = toIncludes(state.columns ?? view.columns, (operation) => can.includes(operation));
  return (
    <Prefetched
      signedIn={signedIn}
      reads={[
        !hasDays(state) && contactListOptions(state, include),
        Object.keys(toFilter(state)).length > 0 && allContactsOptions,
        allSegments,
      ]}
    >
      {organization.hasSampleData && may(role, 'sample-data:load') ? <SampleStrip /> : null}
      <ContactsTable initialView={view} />
      <ImportDrop />
    </Prefetched>
  );
}
