import type { Segment } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';

/** "VIP 2", or the next number that no segment has. */
export function freeTitle(title: string, segments: readonly Pick<Segment, 'title'>[]): string {
  for (let number = 2; ; number++) {
    const free = `${title.slice(0, 90)} ${number}`;
    if (!segments.some((segment) => isDuplicateTitle(segment.title, free))) return free;
  }
}
