'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkJobs } from '../console-providers';
import { bulkChangeListOptions, isInterrupted } from './bulk-change-queries';
import type { BulkJobs } from './bulk-jobs';

/** What does not move for so long is carried on by nobody, in milliseconds. */
const LOOK_AGAIN = 2_000;

/** Offers to go on with what was interrupted when a page was closed. What another window is at is left alone. */
export default function UnfinishedBulkChanges() {
  const jobs = useBulkJobs();
  const seen = useRef(new Map<string, { progress: string; at: number }>());
  const { data, dataUpdatedAt: at } = useQuery({
    ...bulkChangeListOptions(),
    refetchInterval: ({ state }) => (unfinishedOf(state.data, jobs).length > 0 ? LOOK_AGAIN : false),
  });

  useEffect(() => {
    for (const change of unfinishedOf(data, jobs)) {
      const progress = `${change.state} ${change.processed} ${change.undone} ${change.conflicts}`;
      const before = seen.current.get(change.id);
      if (before && before.at !== at && before.progress === progress) jobs.add(stopped(change));
      seen.current.set(change.id, { progress, at });
    }
  }, [data, at, jobs]);
  return null;
}

function unfinishedOf(changes: readonly BulkChange[] | undefined, jobs: BulkJobs): BulkChange[] {
  return (changes ?? []).filter((change) => isInterrupted(change) && !jobs.get(change.id));
}

function stopped(change: BulkChange) {
  return {
    change,
    direction: change.state === 'undoing' ? 'undo' : 'run',
    state: 'stopped',
    failure: null,
    exact: true,
    shown: true,
    asked: change.total,
  } as const;
}
