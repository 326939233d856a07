import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { createLoader } from 'nuqs/server';
import { unwrap } from '@/app/data/unwrap';
import { pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { parseTableView } from '@/components/data-table/table-view';
import { segmentListOptions } from '../segments/segment-queries';
import { contactListOptions } from './contact-queries';
import { CONTACTS_VIEW, contactListParameters, contactListSearch } from './list/contact-list-state';
import { ContactsTable } from './list/contacts-table';

export const metadata: Metadata = { title: 'Contacts' };

const loadState = createLoader(contactListParameters);

/** The contact table, with its first rows in the HTML. */
export default async function ContactsPage({ searchParams }: PageProps<'/contacts'>) {
  const { client } = await requireStaff('contacts:read');
  const state = await loadState(searchParams);
  const queryClient = new QueryClient();
  // Failed reads are not prefetched: the browser retries and shows the error.
  await Promise.all([
    queryClient.prefetchQuery({
      ...contactListOptions(state),
      queryFn: async () =>
        unwrap(
          await client.call('listContacts', { query: contactListSearch(state), signal: pagePatience() }),
        ),
    }),
    queryClient.prefetchQuery({
      ...segmentListOptions(),
      queryFn: async () =>
        unwrap(
          await client.call('listSegments', { query: { include: 'contactCount' }, signal: pagePatience() }),
        ).data,
    }),
  ]);
  const view = parseTableView((await cookies()).get(CONTACTS_VIEW)?.value);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ContactsTable initialView={view} />
    </HydrationBoundary>
  );
}
