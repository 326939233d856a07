import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unwrap } from '@/app/data/unwrap';
import { pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { SegmentList } from './segment-list';
import { segmentListOptions } from './segment-queries';

export const metadata: Metadata = { title: 'Segments' };

export default async function SegmentsPage() {
  const { client } = await requireStaff('segments:read');
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
      <SegmentList />
    </HydrationBoundary>
  );
}
