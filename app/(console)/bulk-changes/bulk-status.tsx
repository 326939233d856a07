'use client';

import { fetched } from '@/components/ui/fetched';
import { useBulkJobs } from '../console-providers';
import { useBulkJobList } from './bulk-jobs';

const BulkJobCards = fetched(() => import('./bulk-job-cards'));

/** How far bulk changes are that take longer, on every page. */
export function BulkStatus() {
  const jobs = useBulkJobList(useBulkJobs()).filter(({ shown }) => shown);
  return jobs.length > 0 ? <BulkJobCards jobs={jobs} /> : null;
}
