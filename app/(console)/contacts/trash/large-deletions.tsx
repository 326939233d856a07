'use client';

import { useQuery } from '@tanstack/react-query';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { bulkChangeListOptions, isInterrupted } from '../../bulk-changes/bulk-change-queries';
import { useBulkJobList } from '../../bulk-changes/bulk-jobs';
import { stillAway } from '../../bulk-changes/bulk-words';
import { useBulkDriver } from '../../bulk-changes/use-bulk-driver';
import { useBulkJobs } from '../../console-providers';

/** Fewer stand on a page of the trash, where they can be selected. */
const LARGE = 100;
const SHOWN = 3;

/** The latest deletions of many contacts by who is signed in, each to be restored as a whole. */
export function LargeDeletions() {
  const driver = useBulkDriver();
  const jobs = useBulkJobList(useBulkJobs());
  const { data = [] } = useQuery(bulkChangeListOptions());
  const deletions = data
    .filter((change) => isLargeDeletion(change) && !jobs.some((job) => job.change.id === change.id))
    .slice(0, SHOWN);
  if (deletions.length === 0) return null;
  return (
    <ul aria-label="Large deletions" className="flex flex-col gap-1 px-4 pb-3 text-sm md:px-6">
      {deletions.map((change) => (
        <li key={change.id} className="flex flex-wrap items-center gap-x-3">
          <p>
            You deleted {countOf(change.changed, 'contact')} together, <RelativeTime at={change.createdAt} />.
            {change.undone > 0 ? ` ${formatCount(change.undone)} of them are back.` : null}
          </p>
          <Button size="sm" onClick={() => driver.putBack(change)}>
            Restore {countOf(stillAway(change), 'contact')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Whether it took many away that may still be in the trash. One that is offered to be gone on with is not offered twice. */
function isLargeDeletion(bulkChange: BulkChange): boolean {
  const { change, state } = bulkChange;
  return (
    change.type === 'delete' &&
    stillAway(bulkChange) > LARGE &&
    state !== 'undone' &&
    !isInterrupted(bulkChange)
  );
}
