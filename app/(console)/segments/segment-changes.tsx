'use client';

import { countOf } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Segment } from '@/lib/contract/segment';
import { segmentWords, stillAway } from '../bulk-changes/bulk-words';
import { useSegmentChanges } from '../bulk-changes/use-ways-back';

/** The latest changes of the segments of many contacts by who is signed in, each to be undone as a whole. */
export function SegmentChanges({ segments }: { segments: readonly Segment[] }) {
  const { changes, putBack } = useSegmentChanges();
  if (changes.length === 0) return null;
  return (
    <section
      ref={focusAround}
      tabIndex={-1}
      aria-labelledby="segment-changes"
      className="max-w-4xl px-4 pb-8 outline-none md:px-6"
    >
      <h2 id="segment-changes" className="pb-1 font-semibold">
        Your latest changes of many contacts
      </h2>
      <ul>
        {changes.map((change) => (
          <li
            key={change.id}
            ref={focusAround}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2"
          >
            <p className="min-w-0 flex-1 text-sm">
              {segmentWords(change.change, segments)}{' '}
              <span className="text-muted">
                {countOf(stillAway(change), 'contact')}, <RelativeTime at={change.createdAt} />
              </span>
            </p>
            <Button
              size="sm"
              aria-label={`Undo: ${segmentWords(change.change, segments)}`}
              onClick={() => putBack(change)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
