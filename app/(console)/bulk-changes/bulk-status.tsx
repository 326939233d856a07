'use client';

import dynamic from 'next/dynamic';
import { Suspense } from 'react';
import { useBulkJobs } from '../console-providers';
import { useBulkJobList } from './bulk-jobs';

const BulkJobCards = dynamic(() => import('./bulk-job-cards'));

/** How far bulk changes are that take longer, on every page. */
export function BulkStatus() {
  const jobs = useBulkJobList(useBulkJobs()).filter(({ shown }) => shown);
  return <Suspense>{jobs.length > 0 ? <BulkJobCards jobs={jobs} /> : null}</Suspense>;
}
