import type { Database } from '@/lib/database/database';
import type { JobKinds } from '@/lib/jobs/job';
import { IMPORT_PLAN, planJob } from './plan-job';
import { IMPORT_RUN, runJob } from './run-job';

export const importJobs = (database: Database): JobKinds => ({
  [IMPORT_PLAN]: planJob(database),
  [IMPORT_RUN]: runJob,
});
