import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { allSegments, growingSegments } from '@/components/segments/use-segments';
import { SegmentList } from './segment-list';

export const metadata: Metadata = { title: 'Segments' };

/** All segments, with their growth if the service tells it. */
export default async function SegmentsPage() {
  const signedIn = await requireStaff('segments:read');
  return (
    <Prefetched signedIn={signedIn} reads={[capabilities().getSegmentGrowth ? growingSegments : allSegments]}>
      <SegmentList />
    </Prefetched>
  );
}
