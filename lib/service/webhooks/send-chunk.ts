import type { Event } from '@/lib/contract/event';
import type { RequestContext } from '@/lib/database/statement';
import { sealForReaders } from '../activity/seal-for-readers';
import { isBefore, type Position, readEvents, readEventsByIds, readFeedEnds } from '../events/read-events';
import { type DeliveryRecord, type DueRow, dueDeliveries, waitingSubjects } from './delivery-rows';
import type { ServiceWebhooks } from './service-webhooks';
import type { WebhookRow } from './webhook-row';
import { CONCURRENCY, isDelivered, type SendResult } from './webhook-sender';

/** Events per chunk. */
const AT_ONCE = 200;
/** Consecutive failures after which the endpoint is down: only one event is tried at a time. */
const DOWN = 10;
/** Milliseconds after which no attempt begins in a chunk, so that a crash repeats little. */
const LONGEST_CHUNK = 10_000;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 6 * 60 * 60 * 1000;

/** The result of a chunk, to be recorded. */
export interface Chunk {
  records: DeliveryRecord[];
  /** Milliseconds by which to postpone all that waits for a subject. */
  pauses: { subject_id: string; pause: number }[];
  position: Position;
  /** Events read from the feed so far. */
  eventsRead: number;
  failures: number;
  /** Milliseconds until an endpoint that is down is tried again. */
  retryPause: number | null;
  /** Whether an endpoint that was down answers again. */
  hasRecovered: boolean;
  /** Whether an event has failed for too long. */
  givesUp: boolean;
  isDone: boolean;
  /** Whether activity was removed before it was sent. */
  hasGap: boolean;
  /** Generation of the webhook when the chunk began. */
  generation: number;
}

/** An event to send. */
interface ToSend {
  row: DueRow;
  /** `null` if its activity was removed. */
  event: Event | null;
  /** Whether to record the event even if it is not tried. */
  isNew: boolean;
}

/** Back-off in milliseconds after failed attempts: from a second to six hours, and up to a quarter more. */
export const pauseAfter = (attempts: number, random = Math.random()): number =>
  Math.round(Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE) * (1 + random / 4));

/**
 * Sends the due deliveries of an active webhook or, if there are none, the next events of the feed, unless the endpoint is
 * down or the backlog full. Stores nothing. Events wait behind an earlier one of their subject.
 */
export async function sendChunk(
  context: RequestContext,
  webhook: WebhookRow,
  webhooks: ServiceWebhooks,
  stopping?: AbortSignal,
): Promise<Chunk> {
  const isDown = webhook.failures >= DOWN;
  const position = { seal: webhook.seal, id: webhook.event_id };
  const due = await dueDeliveries(context, webhook.id, isDown ? 1 : AT_ONCE);
  const { generation } = webhook;
  const unread = {
    position,
    eventsRead: webhook.events_read,
    isDone: due.length === 0,
    hasGap: false,
    generation,
  };
  if (due.length > 0 || isDown || webhook.backlog_full) {
    const events = await readEventsByIds(
      context,
      due.map((row) => row.event_id),
    );
    const byId = new Map(events.map((event) => [event.id, event]));
    const toSend = due.map((row) => ({ row, event: byId.get(row.event_id) ?? null, isNew: false }));
    return { ...(await sendAll(webhook, toSend, webhooks, stopping)), ...unread };
  }
  const read = await readNextEvents(context, webhook, position);
  const blocked = await waitingSubjects(
    context,
    webhook.id,
    read.events.map((event) => event.subjectId),
  );
  const isBlocked = new Set(blocked.map((row) => row.subject_id));
  const rows = read.events.map((event, index): ToSend => {
    const { id, subjectId, type } = event;
    const number = webhook.events_read + index + 1;
    return {
      row: { event_id: id, number, subject_id: subjectId, type, attempts: 0, is_last: false },
      event,
      isNew: true,
    };
  });
  const sent = await sendAll(
    webhook,
    rows.filter(({ row }) => !isBlocked.has(row.subject_id)),
    webhooks,
    stopping,
  );
  const waiting = rows.filter(({ row }) => isBlocked.has(row.subject_id)).map(({ row }) => untried(row));
  return {
    ...sent,
    records: [...sent.records, ...waiting],
    position: read.position,
    hasGap: read.hasGap,
    generation,
    eventsRead: webhook.events_read + rows.length,
    // The next start of the job sends what happens meanwhile, together.
    isDone: rows.length < AT_ONCE && read.atEnd,
  };
}

/**
 * The next events of the feed, of the types that the webhook asks for. Seals activity until there are some, or none is
 * left. `hasGap`: earlier ones were removed unsent.
 */
async function readNextEvents(context: RequestContext, { types }: WebhookRow, from: Position) {
  const { oldest } = await readFeedEnds(context);
  // Activity may have been removed while the webhook was paused.
  const hasGap = isBefore(from, oldest);
  const position = hasGap ? oldest : from;
  for (let sealed = 1; ; sealed = await sealForReaders(context)) {
    const read = await readEvents(context, position, AT_ONCE, types ?? undefined);
    // Read once more when nothing was left to seal: another process may just have sealed it.
    if (read.events.length > 0 || !read.atEnd || sealed === 0) return { ...read, hasGap };
  }
}

const NO_RESULT: SendResult = { status: null, answer: null, problem: null, milliseconds: null };

const untried = (row: DueRow): DeliveryRecord => ({ ...row, state: 'waiting', failed: false, ...NO_RESULT });

/**
 * Sends events: those of one subject in order, until one fails; several subjects in parallel. Ends early if the endpoint
 * goes down, time is up or the program stops. Returns the results, with a pause for each failed subject.
 */
async function sendAll(
  webhook: WebhookRow,
  events: ToSend[],
  webhooks: ServiceWebhooks,
  stopping?: AbortSignal,
): Promise<Omit<Chunk, 'position' | 'eventsRead' | 'isDone' | 'hasGap' | 'generation'>> {
  const wasDown = webhook.failures >= DOWN;
  const until = performance.now() + LONGEST_CHUNK;
  const agent = webhooks.sender.connections(webhook.url);
  const target = { url: webhook.url, secrets: webhooks.secretsOf(webhook), agent, stopping };
  const records: DeliveryRecord[] = [];
  const pauses: Chunk['pauses'] = [];
  let failures = webhook.failures;
  let givesUp = false;
  const mustStop = () => (failures >= DOWN && !wasDown) || performance.now() > until || stopping?.aborted;

  /** Records events that are new as waiting, without an attempt. */
  const leave = (list: ToSend[]) =>
    void records.push(...list.filter(({ isNew }) => isNew).map(({ row }) => untried(row)));

  /** Sends the events of one subject in order, until one fails. */
  async function sendSubject(list: ToSend[]): Promise<void> {
    for (const [index, { row, event }] of list.entries()) {
      if (mustStop()) return leave(list.slice(index));
      if (!event) {
        records.push({ ...row, state: 'failed', failed: false, ...NO_RESULT, problem: 'removed' });
        continue;
      }
      const result = await webhooks.sender.send(target, { id: event.id, body: JSON.stringify(event) });
      const isSent = isDelivered(result);
      if (!isSent && stopping?.aborted) return leave(list.slice(index));
      const attempts = row.attempts + 1;
      const state = isSent ? 'delivered' : 'waiting';
      records.push({ ...row, state, attempts, failed: !isSent, ...result });
      failures = isSent ? 0 : failures + 1;
      if (isSent) continue;
      if (row.is_last) givesUp = true;
      pauses.push({ subject_id: row.subject_id, pause: pauseAfter(attempts) });
      return leave(list.slice(index + 1));
    }
  }

  const bySubject = new Map<string, ToSend[]>();
  for (const one of events) {
    const list = bySubject.get(one.row.subject_id);
    if (list) list.push(one);
    else bySubject.set(one.row.subject_id, [one]);
  }
  const subjects = bySubject.values();
  /** Sends subject after subject, each in one lane only. */
  const lane = async () => {
    for (const list of subjects) await sendSubject(list);
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  } finally {
    agent.destroy();
  }
  const isDown = failures >= DOWN;
  return {
    records,
    pauses,
    failures,
    retryPause: isDown ? pauseAfter(failures - DOWN + 1) : null,
    hasRecovered: wasDown && !isDown,
    givesUp,
  };
}
