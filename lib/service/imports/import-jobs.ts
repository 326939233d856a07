import type { Database } from '@/lib/database/database';
import type { JobKind, JobKinds } from '@/lib/jobs/job';
import { IMPORT_RUN } from './import-run';
import { IMPORT_PLAN, planJob } from './plan-job';
import { runJob } from './run-job';

/** @param remoteRun What runs an import at a connected service, which has its own segments and referral codes. */
export const importJobs = (database: Database, remoteRun?: JobKind): JobKinds => ({
  [IMPORT_PLAN]: planJob(database, { isReplica: remoteRun !== undefined }),
  [IMPORT_RUN]: remoteRun ?? runJob(database),
});
