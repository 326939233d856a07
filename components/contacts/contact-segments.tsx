'use client';

import { createContext, useContext, useMemo } from 'react';
import { useSegments } from '@/components/segments/use-segments';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';

/** All segments by id; empty until they are read. */
export function useSegmentsById(): ReadonlyMap<string, Segment> {
  const { data: segments } = useSegments();
  return useMemo(() => new Map(segments?.map((segment) => [segment.id, segment])), [segments]);
}

/** All segments by id, for table cells, so that not every cell subscribes to the query. */
export const SegmentsById = createContext<ReadonlyMap<string, Segment>>(new Map());

/** Most chips to render; no column has space for more. */
const MOST = 6;

/** Segment chips of a contact, sorted by title. CSS hides those that do not fit and shows their number. */
export function ContactSegments({ assignments }: { assignments: Contact['segments'] }) {
  const byId = useContext(SegmentsById);
  const segments = assignments
    .flatMap(({ segmentId }) => byId.get(segmentId) ?? [])
    .toSorted((one, other) => one.title.localeCompare(other.title));
  if (segments.length === 0) return null;
  const titles = segments.map(({ title }) => title);
  return (
    <ul className="chip-line" title={titles.join(', ')}>
      {segments.slice(0, MOST).map(({ id, title, color }, index) => (
        <li key={id}>
          <SegmentChip title={title} color={color} />
          {index < segments.length - 1 ? (
            <span aria-hidden className="more">
              +{segments.length - 1 - index}
            </span>
          ) : null}
        </li>
      ))}
      {segments.length > MOST ? <li className="sr-only">{titles.slice(MOST).join(', ')}</li> : null}
    </ul>
  );
}
