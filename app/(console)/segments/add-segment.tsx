import { useQuery } from '@tanstack/react-query';
import { nextColor } from './next-color';
import { SegmentDialog } from './segment-dialog';
import { segmentListOptions } from './segment-queries';

/** Adds a segment from any page. */
export default function AddSegment({ onClose }: { onClose(): void }) {
  const { data: segments, isPending } = useQuery(segmentListOptions());
  if (isPending) return null;
  return <SegmentDialog suggestedColor={nextColor(segments ?? [])} onClose={onClose} />;
}
