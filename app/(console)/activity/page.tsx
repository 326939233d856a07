import type { Metadata } from 'next';
import { createLoader } from 'nuqs/server';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { activityOptions, activityParameters } from '@/components/activity/activity-state';
import { allSegments } from '@/components/segments/use-segments';
import { NotOffered } from '@/components/ui/not-offered';
import { ActivityList } from './activity-list';

export const metadata: Metadata = { title: 'Activity' };

const loadState = createLoader(activityParameters);

/** The activity, unless the service does not offer it. */
export default async function ActivityPage({ searchParams }: PageProps<'/activity'>) {
  const signedIn = await requireStaff('activity:read');
  if (!capabilities().listActivity) return <NotOffered title="Activity" operation="listActivity" />;
  const state = await loadState(searchParams);
  return (
    <Prefetched
      signedIn={signedIn}
      reads={[
        // Only the browser knows when a day begins.
        !state.from && !state.to && activityOptions(state),
        allSegments,
      ]}
    >
      <ActivityList />
    </Prefetched>
  );
}
