import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unwrap } from '@/app/data/unwrap';
import { requireStaff } from '@/app/session';
import { uuid } from '@/lib/contract/text';
import { may } from '@/lib/staff/roles';
import { segmentListOptions } from '../../segments/segment-queries';
import { contactName } from '../contact-name';
import { contactOptions, historyOptions, historyQuery, redemptionsOptions } from './contact-page-queries';
import { ContactView } from './contact-view';

interface Props {
  params: Promise<{ id: string }>;
}

/** Read once for the title and the page; `null` when there is no such contact. */
const load = cache(async (givenId: string) => {
  const { staff, client } = await requireStaff('contacts:read');
  const id = uuid.safeParse(givenId).data;
  if (id === undefined) return null;
  const result = await client.call('getContact', { id });
  if (!result.ok && result.error.code === 'NOT_FOUND') return null;
  const { data: contact } = unwrap(result);
  return { id, staff, client, current: { contact, etag: result.ok ? result.etag : null } };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const loaded = await load((await params).id);
  return { title: loaded ? contactName(loaded.current.contact) : 'Contact not found' };
}

export default async function ContactPage({ params }: Props) {
  const loaded = await load((await params).id);
  if (!loaded) notFound();
  const { id, staff, client, current } = loaded;
  const queryClient = new QueryClient();
  queryClient.setQueryData(contactOptions(id).queryKey, current);
  // A failure of one of these leaves its part of the page to load, and to say why, in the browser.
  await Promise.all([
    queryClient.prefetchQuery({
      ...segmentListOptions(),
      queryFn: async () =>
        unwrap(await client.call('listSegments', { query: { include: 'contactCount' } })).data,
    }),
    queryClient.prefetchQuery({
      ...redemptionsOptions(id),
      queryFn: async () => unwrap(await client.call('listRedemptions', { id })).data,
    }),
    may(staff.role, 'activity:read') &&
      queryClient.prefetchInfiniteQuery({
        ...historyOptions(id),
        queryFn: async ({ pageParam }) =>
          unwrap(await client.call('listActivity', { query: historyQuery(id, pageParam) })),
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ContactView id={id} />
    </HydrationBoundary>
  );
}
