import * as z from 'zod';
import { recordActivity } from '@/lib/contacts/activity';
import { DELIVERY_DAYS } from '@/lib/contract/webhook';
import { acrossOrganizations, inEachOrganization } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { type RequestContext, run } from '@/lib/database/statement';
import { type Job, type JobKinds, jobKind, requestedBySystem } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { jobContext } from '../shared/job-context';
import { makeAllDue, recordChunk, recordDeliveries, rescheduleSubjects } from './delivery-rows';
import { type Chunk, sendChunk } from './send-chunk';
import type { ServiceWebhooks } from './service-webhooks';
import { getWebhookRow, lockWebhookRow, webhookState } from './webhook-row';

/** One job per webhook, started whenever there is something to send. */
const webhookType = { name: 'webhook', input: z.object({}), progress: z.object({}) };

/** Deliveries to delete per statement. */
const PURGED_AT_ONCE = 10_000;

const REQUESTED_BY = requestedBySystem('Webhooks');

/** Starts the job of a webhook, unless it runs. */
export const startWebhook = (
  { database, client, organizationId }: RequestContext,
  id: string,
): Promise<void> =>
  insertJob(client ?? database.pool, webhookType, {
    organizationId,
    id,
    input: {},
    progress: {},
    requestedBy: REQUESTED_BY,
  });

/** Starts the jobs of all webhooks with something to send; returns how many. Every instance may call it. */
export async function startWebhooks(database: Database): Promise<number> {
  const due = await acrossOrganizations<{ organization_id: string; id: string }>(
    database,
    (among) => `select w.organization_id, w.id from webhooks w
      where ${webhookState} = 'active' and (w.retry_at is null or w.retry_at <= clock_timestamp()) and ${among('w')}
        and (not w.backlog_full and (
            exists (select from unsealed_activities u where u.organization_id = w.organization_id)
            or exists (select from activity_seals s where s.organization_id = w.organization_id and s.number > w.seal)
            or w.event_id < 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          or exists (select from webhook_deliveries d where d.organization_id = w.organization_id and d.webhook_id = w.id
            and d.state = 'waiting' and d.next_at <= clock_timestamp()))`,
  );
  if (due.length === 0) return 0;
  const running = await run<{ id: string }>(database, {
    text: `select id from jobs where kind = $1 and state = 'running'`,
    values: [webhookType.name],
  });
  const isRunning = new Set(running.map(({ id }) => id));
  const idle = due.filter(({ id }) => !isRunning.has(id));
  for (const { organization_id: organizationId, id } of idle)
    await startWebhook(jobContext(database, { organizationId, requestedBy: REQUESTED_BY } as Job), id);
  return idle.length;
}

/**
 * Sends the feed to the endpoints, a chunk at a time: first over the network, then recorded. Ends at once while a webhook
 * is paused or its endpoint must not be tried yet.
 */
export function webhookJob(database: Database, webhooks: ServiceWebhooks, stopping?: AbortSignal): JobKinds {
  return jobKind<object, object, Chunk | null>(webhookType, {
    /** Sends the next events; `null` if the webhook is gone, paused or must wait. */
    async prepare({ job }) {
      const context = jobContext(database, job);
      const [webhook] = await getWebhookRow(context, job.id);
      if (webhook?.state !== 'active' || !webhook.is_due) return null;
      return sendChunk(context, webhook, webhooks, stopping);
    },
    /** Records what was sent; ends the job if nothing is left to send. */
    async run({ job, client, prepared }) {
      const position = job.position + 1;
      if (!prepared) return { position, progress: {}, done: true };
      await recordResults({ ...jobContext(database, job), client }, job.id, prepared);
      return { position, progress: {}, done: prepared.isDone };
    },
  });
}

const NO_FAILURES = { pauses: [], failures: 0, retryPause: null, givesUp: false };

/**
 * Records a chunk, and pauses the webhook if an event has failed for too long. Ignores its failures if the webhook was
 * resumed or changed meanwhile.
 */
async function recordResults(context: RequestContext, id: string, chunk: Chunk): Promise<void> {
  const { records, position, eventsRead, hasRecovered, hasGap } = chunk;
  const [webhook] = await lockWebhookRow(context, id);
  // If somebody has resumed the webhook or sent an event again meanwhile, earlier failures do not delay that.
  const isCurrent = webhook?.generation === chunk.generation;
  const { pauses, failures, retryPause, givesUp } = isCurrent ? chunk : NO_FAILURES;
  if (records.length > 0) await recordDeliveries(context, id, JSON.stringify(records));
  if (pauses.length > 0) await rescheduleSubjects(context, id, JSON.stringify(pauses));
  if (hasRecovered) await makeAllDue(context, id);
  await recordChunk(context, id, position.seal, position.id, eventsRead, failures, retryPause, givesUp);
  if (hasGap)
    await recordActivity(context, {
      action: 'webhook.updated',
      subjectId: id,
      after: { notSent: 'Events older than the activity that is kept' },
    });
  if (givesUp)
    await recordActivity(context, {
      action: 'webhook.updated',
      subjectId: id,
      before: { state: 'active' },
      after: { state: 'paused' },
    });
}

/** Deletes deliveries older than `DELIVERY_DAYS` from the log, except waiting ones. */
export async function purgeDeliveries(database: Database): Promise<void> {
  const webhooks = await acrossOrganizations<{ id: string; webhook_id: string }>(
    database,
    (among) => `select organization_id as id, id as webhook_id from webhooks w where ${among('w')}`,
  );
  await inEachOrganization(webhooks, async ({ id, webhook_id }) => {
    for (let deleted = PURGED_AT_ONCE; deleted === PURGED_AT_ONCE; )
      deleted = (
        await run(database, {
          text: `delete from webhook_deliveries where organization_id = $1 and webhook_id = $2 and event_id in (
            select event_id from webhook_deliveries where organization_id = $1 and webhook_id = $2
              and at < clock_timestamp() - interval '${DELIVERY_DAYS} days' and state <> 'waiting'
            order by at, event_id limit ${PURGED_AT_ONCE}) returning event_id`,
          values: [id, webhook_id],
        })
      ).length;
  });
}
