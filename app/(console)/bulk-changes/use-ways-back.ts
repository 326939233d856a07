'use client';

import { useQuery } from '@tanstack/react-query';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkJobs } from '../console-providers';
import {
  bulkChangeListOptions,
  everybodysBulkChangeListOptions,
  isInterrupted,
  isMoving,
} from './bulk-change-queries';
import { useBulkJobList } from './bulk-jobs';
import { stillAway } from './bulk-words';
import { useBulkDriver } from './use-bulk-driver';

const SHOWN = 3;
/** Fewer stand on a page of the trash, where they can be selected. */
const LARGE = 100;

/**
 * The latest changes of segments by who is signed in that can be put back, also after the message that offered it is
 * gone. One that is offered to be gone on with is not offered twice.
 */
export function useSegmentChanges() {
  const { data: own = [] } = useQuery(bulkChangeListOptions());
  const { isAway, putBack } = useWayBack();
  const changes = own.filter(
    (change) => change.change.type === 'segments' && isAway(change) && !isInterrupted(change),
  );
  return { changes: changes.slice(0, SHOWN), putBack };
}

/**
 * The latest deletions of many contacts, by whomever, that can be put back. Those by who is signed in are found also where
 * others have changed much since. What somebody else left half done is offered to everybody once it no longer moves.
 */
export function useLargeDeletions() {
  const { data: own = [] } = useQuery(bulkChangeListOptions());
  const { data: everybodys = [] } = useQuery(everybodysBulkChangeListOptions());
  const { isAway, putBack } = useWayBack();
  const isLarge = (change: BulkChange) =>
    change.change.type === 'delete' && stillAway(change) > LARGE && isAway(change);
  const ownOnes = own.filter((change) => isLarge(change) && !isInterrupted(change));
  const others = everybodys.filter(
    (change) => isLarge(change) && !isMoving(change) && !own.some(({ id }) => id === change.id),
  );
  return { own: ownOnes.slice(0, SHOWN), others: others.slice(0, SHOWN), putBack };
}

function useWayBack() {
  const driver = useBulkDriver();
  const jobs = useBulkJobList(useBulkJobs());
  return {
    /** Whether there is something to put back, and nobody in this browser does that already. */
    isAway: (change: BulkChange) =>
      change.state !== 'undone' && stillAway(change) > 0 && !jobs.some((job) => job.change.id === change.id),
    putBack: (change: BulkChange) => driver.putBack(change),
  };
}
