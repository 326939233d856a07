import { v7 as uuidv7 } from 'uuid';
import { type Delivery, TEST_TYPE } from '@/lib/contract/webhook';
import { joinTransaction } from '@/lib/database/transaction';
import { readEventsByIds } from '../events/read-events';
import { tooMany } from '../shared/authenticate';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, noSuchCursor, notFound, refuse } from '../shared/reply';
import {
  getDelivery,
  readDeliveries,
  recordDeliveries,
  rescheduleSubjects,
  sendAgain,
} from './delivery-rows';
import { startWebhook } from './webhook-job';
import { getWebhookRow, lockWebhookRow, resetFailures } from './webhook-row';
import { isDelivered } from './webhook-sender';

const NO_WEBHOOK = notFound('webhook');
const SORT = 'deliveries-updatedAt';
const NEWEST = { key: '9999-01-01T00:00:00.000Z', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Lists the deliveries of a webhook with their events, last changed first, a page after each cursor. */
export const listDeliveries: Handler<'listDeliveries'> = async ({ context, id, query }) => {
  const { pageSize, cursor: text, failed } = query;
  const [webhook] = await getWebhookRow(context, id);
  if (!webhook) return NO_WEBHOOK;
  const cursor = text ? decodeCursor(text, SORT, context.organizationId) : NEWEST;
  if (!cursor) return noSuchCursor();
  const rows = await readDeliveries(context, id, cursor.key, cursor.id, pageSize + 1, failed !== undefined);
  const more = rows.length > pageSize;
  if (more) rows.pop();
  const ids = context.scopes.includes('events:read') ? rows.map(({ eventId }) => eventId) : [];
  const events = new Map((await readEventsByIds(context, ids)).map((event) => [event.id, event]));
  const data = rows.map((row) => ({ ...row, event: events.get(row.eventId) ?? null }));
  const last = data.at(-1);
  const nextCursor =
    more && last
      ? encodeCursor(
          { direction: 'after', sort: SORT, key: last.at, id: last.eventId },
          context.organizationId,
        )
      : null;
  return { data, meta: { pageSize, nextCursor } };
};

/**
 * Sends a test event at once, also from a paused webhook, and stores it as a delivery. Never retried; limited per
 * organization and minute.
 */
export const testWebhook: Handler<'testWebhook'> = async ({
  context,
  id,
  service: { webhooks, webhookTests, stopping },
}) => {
  const [webhook] = await getWebhookRow(context, id);
  if (!webhook) return NO_WEBHOOK;
  const wait = webhookTests.take(context.organizationId);
  if (wait !== null) return tooMany('Too many tests of webhooks.', wait);
  const eventId = uuidv7();
  const event = {
    id: eventId,
    type: TEST_TYPE,
    at: new Date().toISOString(),
    actor: context.actor,
    subjectId: id,
    data: null,
    changes: [],
    requestId: context.requestId,
  };
  const target = { url: webhook.url, secrets: webhooks.secretsOf(webhook), stopping };
  const result = await webhooks.sender.send(target, { id: eventId, body: JSON.stringify(event) });
  const state = isDelivered(result) ? 'delivered' : 'failed';
  const record = {
    event_id: eventId,
    number: null,
    subject_id: id,
    type: TEST_TYPE,
    state,
    attempts: 1,
    ...result,
  };
  return joinTransaction(context, async (context) => {
    // The webhook may have been deleted meanwhile.
    if (!(await lockWebhookRow(context, id))[0]) return NO_WEBHOOK;
    await recordDeliveries(context, id, JSON.stringify([record]));
    const [data] = (await getDelivery(context, id, eventId)) as [Delivery];
    return { data };
  });
};

/**
 * Makes an event, and all that waits for its subject, due now. Clears the failures of the endpoint. Refused while the
 * webhook is paused.
 */
export const resendDelivery: Handler<'resendDelivery'> = async ({
  context,
  id,
  body: { eventId },
  service,
}) => {
  const answer = await joinTransaction(context, async (context) => {
    const [webhook] = await lockWebhookRow(context, id);
    if (!webhook) return NO_WEBHOOK;
    if (webhook.state === 'paused') return PAUSED;
    const [again] = await sendAgain(context, id, eventId);
    if (!again) return notFound('delivery');
    await rescheduleSubjects(context, id, JSON.stringify([{ ...again, pause: 0 }]));
    await resetFailures(context, id);
    await startWebhook(context, id);
    const [data] = (await getDelivery(context, id, eventId)) as [Delivery];
    return { data };
  });
  service.jobs.wake();
  return answer;
};

const PAUSED = refuse('CONFLICT', 'This webhook is paused. Resume it first.');
