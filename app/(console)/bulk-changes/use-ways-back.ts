'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkJobs } from '../console-providers';
import { bulkChangeListOptions, isInterrupted, isMoving, largeDeletionsOptions } from './bulk-change-queries';
import { useBulkJobList } from './bulk-jobs';
import { stillAway } from './bulk-words';
import { useBulkDriver } from './use-bulk-driver';

const SHOWN = 3;

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
 * The deletions of many contacts that can be put back, by whomever, as many as there are: the latest ones until more are
 * asked for. What somebody else left half done is offered to everybody once it no longer moves.
 *
 * @param me The id of who is signed in.
 */
export function useLargeDeletions(me: string) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(largeDeletionsOptions());
  const [isOpen, setOpen] = useState(false);
  const { isAway, putBack } = useWayBack();
  const deletions = (data?.pages.flat() ?? []).filter(
    (change) => isAway(change) && !(isOf(change, me) ? isInterrupted(change) : isMoving(change)),
  );
  return {
    deletions: isOpen ? deletions : deletions.slice(0, SHOWN),
    isOpen,
    isMore: hasNextPage || (!isOpen && deletions.length > SHOWN),
    isReading: isFetchingNextPage,
    showMore() {
      if (isOpen || deletions.length <= SHOWN) void fetchNextPage();
      setOpen(true);
    },
    putBack,
  };
}

const isOf = ({ actor }: BulkChange, me: string) => actor?.kind === 'staff' && actor.id === me;

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
