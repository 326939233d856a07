'use client';

import { useQuery } from '@tanstack/react-query';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkJobs } from '../console-providers';
import { bulkChangeListOptions, isInterrupted } from './bulk-change-queries';
import { useBulkJobList } from './bulk-jobs';
import { stillAway } from './bulk-words';
import { useBulkDriver } from './use-bulk-driver';

const SHOWN = 3;

/**
 * The latest bulk changes of one kind by who is signed in that can be put back, also after the message that offered it is
 * gone. One that is offered to be gone on with, or is being put back, is not offered twice.
 *
 * @param least only changes that more contacts than these are still as they left them.
 */
export function useWaysBack(type: BulkChange['change']['type'], least = 0) {
  const driver = useBulkDriver();
  const jobs = useBulkJobList(useBulkJobs());
  const { data = [] } = useQuery(bulkChangeListOptions());
  const changes = data
    .filter(
      (change) =>
        change.change.type === type &&
        change.state !== 'undone' &&
        stillAway(change) > least &&
        !isInterrupted(change) &&
        !jobs.some((job) => job.change.id === change.id),
    )
    .slice(0, SHOWN);
  return { changes, putBack: (change: BulkChange) => driver.putBack(change) };
}
