import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { createLoader } from 'nuqs/server';
import { unwrap } from '@/app/data/unwrap';
import { capabilities, pagePatience } from '@/app/service-view';
import { requireStaff } from '@/app/session';
import { NotOffered } from '../not-offered';
import { segmentListOptions } from '../segments/segment-queries';
import { ActivityList } from './activity-list';
import { activityOptions, activityPageQuery } from './activity-queries';
import { activityParameters } from './activity-state';

export const metadata: Metadata = { title: 'Activity' };

const loadState = createLoader(activityParameters);

/** Who did what, when and through what. */
export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const { client } = await requireStaff('activity:read');
  if (!capabilities().listActivity) return <NotOffered title="Activity" operation="listActivity" />;
  const state = await loadState(searchParams);
  const queryClient = new QueryClient();
  const signal = pagePatience();
  await Promise.all([
    // Only the browser knows when a day begins.
    state.from || state.to
      ? null
      : queryClient.prefetchInfiniteQuery({
          ...activityOptions(state),
          queryFn: async ({ pageParam }) =>
            unwrap(await client.call('listActivity', { query: activityPageQuery(state, pageParam), signal })),
        }),
    queryClient.prefetchQuery({
      ...segmentListOptions(),
      queryFn: async () =>
        unwrap(await client.call('listSegments', { query: { include: 'contactCount' }, signal })).data,
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ActivityList />
    </HydrationBoundary>
  );
}
