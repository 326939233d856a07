import type { Database } from '@/lib/database/database';
import type { JobKind, JobKinds } from '@/lib/jobs/job';
import { IMPORT_RUN } from './import-run';
import { IMPORT_PLAN, planJob } from './plan-job';
import { runJob } from './run-job';

interface ImportJobsOptions {
  /** Bytes that an organization may store. */
  storageLimit?: number;
  /** What runs an import at a connected service, which has its own segments and referral codes. */
  remoteRun?: JobKind;
}

export const importJobs = (
  database: Database,
  { storageLimit, remoteRun }: ImportJobsOptions = {},
): JobKinds => ({
  [IMPORT_PLAN]: planJob(database, { isReplica: remoteRun !== undefined, storageLimit }),
  [IMPORT_RUN]: remoteRun ?? runJob(database),
});
