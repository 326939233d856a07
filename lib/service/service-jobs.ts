import type { Database } from '@/lib/database/database';
import type { JobKinds } from '@/lib/jobs/job';
import { activitySealJob } from './activity/activity-seal-job';
import { bulkChangeJob } from './bulk-changes/bulk-change-job';
import { duplicateSearchJob } from './duplicates/duplicate-search-job';
import { exportJob } from './exports/export-job';
import { importJobs } from './imports/import-jobs';
import { trashPurgeJob } from './trash/trash-purge-job';
import type { ServiceWebhooks } from './webhooks/service-webhooks';
import { webhookJob } from './webhooks/webhook-job';

/** Webhooks that are sent to at once. */
const WEBHOOKS_AT_ONCE = 100;

/** Kinds of jobs that one runner runs: a long one of them makes the others wait. */
interface RunnerKinds {
  kinds: JobKinds;
  /** Jobs at once. */
  parallel?: number;
}

/** Jobs about what is stored here, also by the console of a remote service. */
export function localJobs(trashDays: number): RunnerKinds[] {
  return [
    { kinds: { ...trashPurgeJob(trashDays), ...activitySealJob } },
    { kinds: exportJob },
    { kinds: duplicateSearchJob },
  ];
}

interface ServiceJobOptions {
  webhooks: ServiceWebhooks;
  storageLimit?: number;
  /** Ends requests to webhooks. */
  stopping?: AbortSignal;
}

/** Jobs of a program that is the service itself. */
export function serviceJobs(
  database: Database,
  { webhooks, storageLimit, stopping }: ServiceJobOptions,
): RunnerKinds[] {
  return [
    { kinds: bulkChangeJob() },
    { kinds: importJobs(database, { storageLimit }) },
    { kinds: webhookJob(database, webhooks, stopping), parallel: WEBHOOKS_AT_ONCE },
  ];
}
