'use client';

import { countOf, formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { RelativeTime } from '@/components/ui/relative-time';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { stillAway } from '../../bulk-changes/bulk-words';
import { useLargeDeletions } from '../../bulk-changes/use-ways-back';
import { nameOfActor } from './name-of-actor';

/** The latest deletions of many contacts, by whomever, each to be restored as a whole. */
export function LargeDeletions() {
  const { own, others, putBack } = useLargeDeletions();
  if (own.length + others.length === 0) return null;
  const line = (change: BulkChange, who: string) => (
    <li key={change.id} ref={focusAround} className="flex flex-wrap items-center gap-x-3">
      <p>
        {who} deleted {countOf(change.changed, 'contact')} together, <RelativeTime at={change.createdAt} />.
        {change.undone > 0 ? ` ${formatCount(change.undone)} of them are back.` : null}
      </p>
      <Button size="sm" onClick={() => putBack(change)}>
        Restore {countOf(stillAway(change), 'contact')}
      </Button>
    </li>
  );
  return (
    <ul
      ref={focusAround}
      tabIndex={-1}
      aria-label="Large deletions"
      className="flex flex-col gap-1 px-4 pb-3 text-sm outline-none md:px-6"
    >
      {own.map((change) => line(change, 'You'))}
      {others.map((change) => line(change, nameOfActor(change.createdBy)))}
    </ul>
  );
}
