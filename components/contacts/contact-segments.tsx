'use client';

import {
  type ComponentProps,
  createContext,
  lazy,
  type SyntheticEvent,
  startTransition,
  useContext,
  useMemo,
  useState,
} from 'react';
import { isCutOff } from '@/components/data-table/use-one-tab-stop';
import { useSegments } from '@/components/segments/use-segments';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';

const SegmentsTooltip = lazy(() => import('./segments-tooltip').catch(chunkLoadFailed));

/** All segments by id, except one; empty until they are read. */
export function useSegmentsById(except?: string): ReadonlyMap<string, Segment> {
  const { data: segments } = useSegments();
  return useMemo(
    () => new Map(segments?.filter(({ id }) => id !== except).map((segment) => [segment.id, segment])),
    [segments, except],
  );
}

/** All segments by id, for table cells, so that not every cell subscribes to the query. */
export const SegmentsById = createContext<ReadonlyMap<string, Segment>>(new Map());

/** Most chips to render; no column has space for more. */
const MOST = 6;

interface ContactSegmentsProps {
  assignments: Contact['segments'];
  /** Segments that the contact is in by their rules. */
  byRule?: string[] | undefined;
}

/** Segment chips of a contact: assigned ones by title, then those by rule. */
export function ContactSegments({ assignments, byRule = [] }: ContactSegmentsProps) {
  const byId = useContext(SegmentsById);
  /** The event that has opened the tooltip first. */
  const [opened, setOpened] = useState<string | null>(null);
  const segments = [assignments.map(({ segmentId }) => segmentId), byRule].flatMap((ids) =>
    ids.flatMap((id) => byId.get(id) ?? []).toSorted((one, other) => one.title.localeCompare(other.title)),
  );
  if (segments.length === 0) return null;
  /** Chips that do not fit are on further lines. In a transition, the line stays until the tooltip is loaded. */
  const open = ({ currentTarget: list, type }: SyntheticEvent<HTMLElement>) => {
    if (isCutOff(list)) startTransition(() => setOpened((first) => first ?? type));
  };
  const line = <ChipLine segments={segments} tabIndex={-1} onMouseEnter={open} onFocus={open} />;
  return opened ? <SegmentsTooltip trigger={line} segments={segments} focused={opened === 'focus'} /> : line;
}

interface ChipLineProps extends ComponentProps<'ul'> {
  segments: readonly (Pick<Segment, 'id' | 'title' | 'color'> & { rule?: unknown })[];
}

/** Chips on one line. CSS hides those that do not fit, and counts them. */
export function ChipLine({ segments, ...list }: ChipLineProps) {
  return (
    <ul className="chip-line" {...list}>
      {segments.slice(0, MOST).map(({ id, title, color, rule }, index) => (
        <li key={id}>
          <SegmentChip title={title} color={color} rule={rule} />
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
}
