import type { Database } from '@/lib/database/database';
import type { JobKinds } from '@/lib/jobs/job';
import { planJob } from './plan-job';
import { runJob } from './run-job';

interface ImportJobsOptions {
  /** Bytes that an organization may store. */
  storageLimit?: number;
  /** What runs an import at a connected service, which has its own segments and referral codes. */
  remoteRun?: JobKinds;
}

export const importJobs = (
  database: Database,
  { storageLimit, remoteRun }: ImportJobsOptions = {},
): JobKinds => ({
  ...planJob(database, { isReplica: remoteRun !== undefined, storageLimit }),
  ...(remoteRun ?? runJob(database)),
});
