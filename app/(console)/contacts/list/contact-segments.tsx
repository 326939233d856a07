'use client';

import { createContext, useContext } from 'react';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';

/** All segments by id, for the cells of a table. */
export const SegmentsById = createContext<ReadonlyMap<string, Segment>>(new Map());

interface ContactSegmentsProps {
  assignments: Contact['segments'];
  /** How many stand as chips; the rest is a number that says on hover what it is. */
  shown: number;
}

/** The segments of a contact as chips. */
export function ContactSegments({ assignments, shown }: ContactSegmentsProps) {
  const byId = useContext(SegmentsById);
  const segments = assignments.flatMap(({ segmentId }) => byId.get(segmentId) ?? []);
  if (segments.length === 0) return null;
  const rest = segments.slice(shown);
  const restTitles = rest.map(({ title }) => title).join(', ');
  return (
    <ul className="flex min-w-0 items-center gap-1">
      {segments.slice(0, shown).map((segment) => (
        <li key={segment.id} className="flex min-w-0" title={segment.title}>
          <SegmentChip title={segment.title} color={segment.color} className="min-w-8" />
        </li>
      ))}
      {rest.length > 0 ? (
        <li title={restTitles} className="shrink-0 text-xs text-muted">
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">{restTitles}</span>
        </li>
      ) : null}
    </ul>
  );
}
