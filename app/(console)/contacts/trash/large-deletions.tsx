'use client';

import { countOf, formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { stillAway } from '../../bulk-changes/bulk-words';
import { useWaysBack } from '../../bulk-changes/use-ways-back';

/** Fewer stand on a page of the trash, where they can be selected. */
const LARGE = 100;

/** The latest deletions of many contacts by who is signed in, each to be restored as a whole. */
export function LargeDeletions() {
  const { changes, putBack } = useWaysBack('delete', LARGE);
  if (changes.length === 0) return null;
  return (
    <ul aria-label="Large deletions" className="flex flex-col gap-1 px-4 pb-3 text-sm md:px-6">
      {changes.map((change) => (
        <li key={change.id} className="flex flex-wrap items-center gap-x-3">
          <p>
            You deleted {countOf(change.changed, 'contact')} together, <RelativeTime at={change.createdAt} />.
            {change.undone > 0 ? ` ${formatCount(change.undone)} of them are back.` : null}
          </p>
          <Button size="sm" onClick={() => putBack(change)}>
            Restore {countOf(stillAway(change), 'contact')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
