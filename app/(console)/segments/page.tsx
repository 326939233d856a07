import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { capabilities } from '@/app/server/service-view';
import { requireStaff } from '@/app/server/session';
import { SegmentList } from './segment-list';
import { allSegments, growingSegments } from './use-segments';

export const metadata: Metadata = { title: 'Segments' };

export default async function SegmentsPage() {
  const signedIn = await requireStaff('segments:read');
  return (
    <Prefetched signedIn={signedIn} reads={[capabilities().getSegmentGrowth ? growingSegments : allSegments]}>
      <SegmentList />
    </Prefetched>
  );
}
