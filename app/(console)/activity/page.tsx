import type { Metadata } from 'next';
import { createLoader } from 'nuqs/server';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { NotOffered } from '../not-offered';
import { segmentListOptions } from '../segments/segment-queries';
import { ActivityList } from './activity-list';
import { activityOptions } from './activity-queries';
import { activityParameters } from './activity-state';

export const metadata: Metadata = { title: 'Activity' };

const loadState = createLoader(activityParameters);

export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const signedIn = await requireStaff('activity:read');
  if (!capabilities().listActivity) return <NotOffered title="Activity" operation="listActivity" />;
  const state = await loadState(searchParams);
  return (
    <Prefetched
      signedIn={signedIn}
      load={(queries) => [
        // Only the browser knows when a day begins.
        !state.from && !state.to && queries.prefetchInfiniteQuery(activityOptions(state)),
        queries.prefetchQuery(segmentListOptions()),
      ]}
    >
      <ActivityList />
    </Prefetched>
  );
}
