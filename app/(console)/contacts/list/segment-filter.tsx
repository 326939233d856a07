'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { lazy } from 'react';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { LoadOnPress } from '@/components/ui/load-on-press';
import { segmentWords } from './contact-list-state';
import type { SegmentFilterProps } from './segment-filter-popover';

const SegmentFilterPopover = lazy(() => import('./segment-filter-popover'));

/** The pill of the active segment filter, "Segment is Customer ×", or the button that adds one. */
export function SegmentFilter({ state, onChange }: SegmentFilterProps) {
  const { data: segments = [] } = useQuery(segmentListOptions());
  const active = state.segment.length > 0;
  const face = active ? (
    <button
      type="button"
      className="h-8 min-w-0 truncate rounded-l-md px-2.5 text-sm font-medium hover:bg-hover"
    >
      <bdi>Segment {segmentWords(state, new Map(segments.map((each) => [each.id, each])))}</bdi>
    </button>
  ) : (
    <Button>
      <ListFilter aria-hidden className="text-muted" />
      Filter
    </Button>
  );
  return (
    <div
      className={active ? 'inline-flex max-w-full min-w-0 rounded-md bg-accent-soft text-accent' : undefined}
    >
      <LoadOnPress face={face}>
        <SegmentFilterPopover trigger={face} state={state} onChange={onChange} />
      </LoadOnPress>
      {active ? (
        <button
          type="button"
          aria-label="Remove the segment filter"
          onClick={() => {
            onChange({ segment: [], segmentMatch: 'any' });
            focusMain();
          }}
          className="flex size-8 shrink-0 items-center justify-center rounded-r-md hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
