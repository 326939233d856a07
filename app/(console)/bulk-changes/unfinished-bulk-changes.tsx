'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useBulkJobs } from '../console-providers';
import { bulkChangeListOptions } from './bulk-change-queries';
import { useBulkJobList } from './bulk-jobs';
import { useBulkDriver } from './use-bulk-driver';
import { WatchedChanges } from './watched-changes';

/** What does not move for so long is carried on by nobody, in milliseconds. */
const LOOK_AGAIN = 2_000;

/**
 * Offers to go on with what was interrupted when a page was closed, and no longer where somebody goes on with it in
 * another window.
 */
export default function UnfinishedBulkChanges() {
  const jobs = useBulkJobs();
  const driver = useBulkDriver();
  const [watched] = useState(() => new WatchedChanges(jobs, Date.now()));
  // One that stops is watched from then on.
  useBulkJobList(jobs);
  const { data, dataUpdatedAt } = useQuery({
    ...bulkChangeListOptions(),
    refetchInterval: ({ state }) => (watched.among(state.data ?? []).length > 0 ? LOOK_AGAIN : false),
  });

  useEffect(() => {
    for (const ended of watched.look(data ?? [], dataUpdatedAt)) driver.end(ended);
  }, [watched, data, dataUpdatedAt, driver]);
  return null;
}
