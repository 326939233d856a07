import type { BulkWriter } from '@/lib/contacts/bulk-writer';
import type { Database } from '@/lib/database/database';
import type { JobKinds } from '@/lib/jobs/job';
import { planJob } from './plan-job';
import { runJob } from './run-job';

interface ImportJobsOptions {
  /** Bytes that an organization may store. */
  storageLimit?: number;
  /** How contacts are changed at a connected service, which has its own segments and referral codes. */
  writer?: BulkWriter;
}

export const importJobs = (
  database: Database,
  { storageLimit, writer }: ImportJobsOptions = {},
): JobKinds => ({
  ...planJob(database, { isReplica: writer !== undefined, storageLimit }),
  ...runJob(database, writer),
});
