'use client';

import { createContext, useContext } from 'react';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';

/** All segments by id, for the cells of a table. */
export const SegmentsById = createContext<ReadonlyMap<string, Segment>>(new Map());

/** Chips shown; the rest becomes a number with a tooltip. */
const SHOWN = 2;

/** Segment chips of a contact, by title. */
export function ContactSegments({ assignments }: { assignments: Contact['segments'] }) {
  const byId = useContext(SegmentsById);
  const segments = assignments
    .flatMap(({ segmentId }) => byId.get(segmentId) ?? [])
    .toSorted((one, other) => one.title.localeCompare(other.title));
  if (segments.length === 0) return null;
  const rest = segments.slice(SHOWN).map(({ title }) => title);
  return (
    <ul className="flex min-w-0 items-center gap-1">
      {segments.slice(0, SHOWN).map(({ id, title, color }) => (
        <li key={id} className="flex min-w-0" title={title}>
          <SegmentChip title={title} color={color} className="min-w-8" />
        </li>
      ))}
      {rest.length > 0 ? (
        <li title={rest.join(', ')} className="shrink-0 text-xs text-muted">
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">{rest.join(', ')}</span>
        </li>
      ) : null}
    </ul>
  );
}
