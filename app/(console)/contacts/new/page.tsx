import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { NotOffered } from '../../not-offered';
import { OnceUp } from '../../once-up';
import { segmentListOptions } from '../../segments/segment-queries';
import { CreateContact } from './create-contact';

export const metadata: Metadata = { title: 'Add contact' };

export default async function NewContactPage() {
  const { client } = await requireStaff('contacts:write');
  if (!capabilities().upsertContact) return <NotOffered title="Add contact" operation="upsertContact" />;
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery({
    ...segmentListOptions(),
    queryFn: async () =>
      unwrap(
        await client.call('listSegments', { query: { include: 'contactCount' }, signal: pagePatience() }),
      ).data,
  });
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <OnceUp title="Add contact">
        <CreateContact />
      </OnceUp>
    </HydrationBoundary>
  );
}
