import type { BulkWriter } from '@/lib/contacts/bulk-writer';
import type { Database } from '@/lib/database/database';
import type { JobKinds } from '@/lib/jobs/job';
import { activitySealJob } from './activity/activity-seal-job';
import { bulkChangeJob } from './bulk-changes/bulk-change-job';
import { duplicateSearchJob } from './duplicates/duplicate-search-job';
import { exportJob } from './exports/export-job';
import { planJob } from './imports/plan-job';
import { runJob } from './imports/run-job';
import { trashPurgeJob } from './trash/trash-purge-job';
import type { ServiceWebhooks } from './webhooks/service-webhooks';
import { webhookJob } from './webhooks/webhook-job';

/** Webhooks to send to at once. */
const WEBHOOKS_AT_ONCE = 100;

/** Kinds of jobs that share a runner: a long job makes the others wait. */
interface RunnerKinds {
  kinds: JobKinds;
  /** Jobs at once. */
  parallel?: number;
}

/**
 * Jobs on this database, which the console of a connected service runs, too: purges, seals, exports, the search for
 * duplicates.
 */
export function localJobs(trashDays: number): RunnerKinds[] {
  return [
    { kinds: { ...trashPurgeJob(trashDays), ...activitySealJob } },
    { kinds: exportJob },
    { kinds: duplicateSearchJob },
  ];
}

interface ServiceJobOptions {
  storageLimit?: number;
  /** Changes contacts at a connected service, which has its own segments and referral codes. */
  writer?: BulkWriter;
  /** Present if this program is the service itself. */
  webhooks?: ServiceWebhooks;
  /** Ends requests to webhooks. */
  stopping?: AbortSignal;
}

/** Jobs of a service, or of the console of a connected one: bulk changes, imports and, with `webhooks`, deliveries. */
export function serviceJobs(
  database: Database,
  { storageLimit, writer, webhooks, stopping }: ServiceJobOptions,
): RunnerKinds[] {
  const planning = planJob(database, { isReplica: writer !== undefined, storageLimit });
  const delivering = webhooks && webhookJob(database, webhooks, stopping);
  return [
    { kinds: bulkChangeJob(writer) },
    { kinds: { ...planning, ...runJob(database, writer) } },
    ...(delivering ? [{ kinds: delivering, parallel: WEBHOOKS_AT_ONCE }] : []),
  ];
}
