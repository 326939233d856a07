'use client';

import { createContext, lazy, Suspense, useContext, useMemo, useState } from 'react';
import { useSegments } from '@/components/segments/use-segments';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';

const SegmentsTooltip = lazy(() => import('./segments-tooltip').catch(chunkLoadFailed));

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
  const [isCut, setCut] = useState(false);
  const segments = assignments
    .flatMap(({ segmentId }) => byId.get(segmentId) ?? [])
    .toSorted((one, other) => one.title.localeCompare(other.title));
  if (segments.length === 0) return null;
  const line = (
    <ul
      className="chip-line"
      // Chips that do not fit are on further lines, which are hidden.
      onMouseEnter={({ currentTarget: list }) => setCut(list.scrollHeight > list.clientHeight)}
    >
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
      {segments.length > MOST ? (
        <li className="sr-only">
          {segments
            .slice(MOST)
            .map(({ title }) => title)
            .join(', ')}
        </li>
      ) : null}
    </ul>
  );
  if (!isCut) return line;
  return (
    <Suspense fallback={line}>
      <SegmentsTooltip trigger={line} segments={segments} />
    </Suspense>
  );
}
