import type { Metadata } from 'next';
import { Prefetched } from '@/app/server/prefetched';
import { requireStaff } from '@/app/server/session';
import { SegmentList } from './segment-list';
import { allSegments } from './use-segments';

export const metadata: Metadata = { title: 'Segments' };

export default async function SegmentsPage() {
  return (
    <Prefetched signedIn={await requireStaff('segments:read')} reads={[allSegments]}>
      <SegmentList />
    </Prefetched>
  );
}
