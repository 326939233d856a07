import { type Segment, segmentPalette } from '@/lib/contract/segment';

/** The least used color of the palette. */
export function nextColor(segments: readonly Segment[]): string {
  const uses = (color: string) => segments.filter((segment) => segment.color === color).length;
  return segmentPalette.toSorted((one, other) => uses(one) - uses(other))[0] ?? segmentPalette[0];
}
