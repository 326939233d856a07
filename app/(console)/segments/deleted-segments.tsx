'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { RelativeTime, TimeUntil } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { ActorName } from '../actor-name';
import { inFull } from './segment-in-full';
import { deletedSegmentListOptions } from './segment-queries';
import { useRestoreSegment } from './use-restore-segment';

/** Segments that were deleted and can be restored, below those that are there. */
export function DeletedSegments() {
  const { data: segments = [] } = useQuery(deletedSegmentListOptions());
  const restore = useRestoreSegment();
  const [restoring, setRestoring] = useState<string | null>(null);
  if (segments.length === 0) return null;
  return (
    <section
      ref={focusAround}
      tabIndex={-1}
      aria-labelledby="deleted-segments"
      className="max-w-4xl px-4 pb-8 outline-none md:px-6"
    >
      <h2 id="deleted-segments" className="pb-1 font-semibold">
        Deleted segments
      </h2>
      <ul>
        {segments.map((segment) => (
          <li
            key={segment.id}
            ref={focusAround}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2"
          >
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
              <SegmentChip title={segment.title} color={segment.color} className={inFull} />
              <p className="text-sm text-muted">
                {countOf(segment.contactCount, 'contact')}, deleted <RelativeTime at={segment.deletedAt} /> by{' '}
                <ActorName actor={segment.actor} name={segment.deletedBy} />, gone forever{' '}
                <TimeUntil at={segment.purgeAt} />
              </p>
            </div>
            <Button
              size="sm"
              aria-label={`Restore ${segment.title}`}
              pending={restoring === segment.id}
              onClick={async () => {
                setRestoring(segment.id);
                await restore(segment);
                setRestoring(null);
              }}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
