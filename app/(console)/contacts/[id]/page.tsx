import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { uuid } from '@/lib/contract/text';
import { may } from '@/lib/staff/roles';
import { segmentListOptions } from '../../segments/segment-queries';
import { contactName } from '../contact-name';
import type { VersionedContact } from '../form/contact-save';
import {
  contactOptions,
  historyOptions,
  historyQuery,
  redemptionsOptions,
} from '../record/contact-page-queries';
import { ContactView } from '../record/contact-view';

interface Props {
  params: Promise<{ id: string }>;
}

/** Read once for the title and the page; `null` if the contact does not exist. */
const load = cache(async (givenId: string) => {
  const { staff, client } = await requireStaff('contacts:read');
  const id = uuid.safeParse(givenId).data;
  if (id === undefined) return null;
  const result = await client.call('getContact', { id, signal: pagePatience() }).catch(() => null);
  if (result && !result.ok && result.error.code === 'NOT_FOUND') return null;
  // The browser retries what was not read in time, and shows errors.
  const current = result?.ok ? { contact: result.data, etag: result.etag } : null;
  return { id, staff, client, current };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const loaded = await load((await params).id);
  return { title: loaded ? titleOf(loaded.current) : 'Contact not found' };
}

function titleOf(current: VersionedContact | null): string {
  return current ? contactName(current.contact) : 'Contact';
}

export default async function ContactPage({ params }: Props) {
  const loaded = await load((await params).id);
  if (!loaded) notFound();
  const { id, staff, client, current } = loaded;
  const queryClient = new QueryClient();
  if (current) queryClient.setQueryData(contactOptions(id).queryKey, current);
  const can = capabilities();
  // If one of these fails, the browser loads that part and shows the error.
  await Promise.all([
    queryClient.prefetchQuery({
      ...segmentListOptions(),
      queryFn: async () =>
        unwrap(
          await client.call('listSegments', { query: { include: 'contactCount' }, signal: pagePatience() }),
        ).data,
    }),
    can.listRedemptions &&
      queryClient.prefetchQuery({
        ...redemptionsOptions(id),
        queryFn: async () =>
          unwrap(await client.call('listRedemptions', { id, signal: pagePatience() })).data,
      }),
    may(staff.role, 'activity:read') &&
      can.listActivity &&
      queryClient.prefetchInfiniteQuery({
        ...historyOptions(id),
        queryFn: async ({ pageParam }) =>
          unwrap(
            await client.call('listActivity', { query: historyQuery(id, pageParam), signal: pagePatience() }),
          ),
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ContactView id={id} />
    </HydrationBoundary>
  );
}
