import type { EventType } from '@/lib/contract/event';
import { type Delivery, TEST_TYPE } from '@/lib/contract/webhook';
import { scoped } from '@/lib/database/statement';

/** Most events that wait as deliveries; the rest waits in the feed. */
export const MOST_WAITING = 1_000;
/** Days for which a failing event is tried. */
const DAYS_TRIED = 3;
/** The same time for all rows of a statement, because all that waits for one subject must be due at once. */
const NOW = "date_trunc('milliseconds', now())";

/** An event that is due. */
export interface DueRow {
  event_id: string;
  number: number;
  subject_id: string;
  type: EventType;
  attempts: number;
  /** Whether another failure is the last one. */
  is_last: boolean;
}

/** The result of one event, to be recorded. */
export interface DeliveryRecord extends Omit<Delivery, 'eventId' | 'at' | 'nextAt'> {
  event_id: string;
  number: number | null;
  subject_id: string;
  /** Whether an attempt failed. */
  failed: boolean;
}

/** Due events in order. All that waits for one subject is due at once, so no event overtakes an earlier one. */
export const dueDeliveries = scoped<DueRow>(
  'due_deliveries',
  `select event_id, number, subject_id, type, attempts,
     coalesce(since <= now() - interval '${DAYS_TRIED} days', false) as is_last
   from webhook_deliveries
   where organization_id = $1 and webhook_id = $2 and state = 'waiting' and next_at <= now()
   order by number, event_id limit $3`,
);
/** Which of these subjects have waiting deliveries. */
export const waitingSubjects = scoped<{ subject_id: string }>(
  'waiting_subjects',
  `select distinct subject_id from webhook_deliveries
   where organization_id = $1 and webhook_id = $2 and state = 'waiting' and subject_id = any($3::uuid[])`,
);
/** SQL: whether the values of an activity `a` were erased after they were sent: the answer may repeat them. */
const isErased = `(a.erased_digest is not null or a.resource is null and a.action like 'contact.%'
  and a.action not in ('contact.created', 'contact.purged'))`;
export const recordDeliveries = scoped(
  'record_deliveries',
  `insert into webhook_deliveries as d (organization_id, webhook_id, event_id, number, subject_id, type, state, attempts,
     since, next_at, at, status, answer, problem, milliseconds)
   select $1, $2, r.event_id, r.number, r.subject_id, r.type, r.state, r.attempts, case when r.failed then ${NOW} end,
     coalesce((select min(o.next_at) from webhook_deliveries o where o.organization_id = $1 and o.webhook_id = $2
       and o.state = 'waiting' and o.subject_id = r.subject_id), ${NOW}),
     ${NOW}, r.status, case when ${isErased} is not true then r.answer end, r.problem, r.milliseconds
   from json_to_recordset($3::json) as r (event_id uuid, number bigint, subject_id uuid, type text, state text,
     attempts integer, failed boolean, status smallint, answer text, problem text, milliseconds integer)
   left join activities a on a.organization_id = $1 and a.id = r.event_id
   on conflict (organization_id, webhook_id, event_id) do update set state = excluded.state, attempts = excluded.attempts,
     since = coalesce(d.since, excluded.since), at = excluded.at, status = excluded.status, answer = excluded.answer,
     problem = excluded.problem, milliseconds = excluded.milliseconds`,
);
/** Postpones the deliveries that wait for these subjects. */
export const rescheduleSubjects = scoped(
  'reschedule_deliveries',
  `update webhook_deliveries d set next_at = to_timestamp(extract(epoch from ${NOW}) + r.pause / 1000.0)
   from json_to_recordset($3::json) as r (subject_id uuid, pause bigint)
   where d.organization_id = $1 and d.webhook_id = $2 and d.state = 'waiting' and d.subject_id = r.subject_id`,
);
/** Makes all waiting deliveries due. */
export const makeAllDue = scoped(
  'make_deliveries_due',
  `update webhook_deliveries set next_at = ${NOW} where organization_id = $1 and webhook_id = $2 and state = 'waiting'`,
);
/** Makes all waiting deliveries due, and tries them for three more days. */
export const retryAllNow = scoped(
  'retry_all_deliveries',
  `update webhook_deliveries set next_at = ${NOW}, since = null, attempts = 0
   where organization_id = $1 and webhook_id = $2 and state = 'waiting'`,
);
/** Records the end of a chunk: its position in the feed, and whether the endpoint is down, for which deliveries must wait. */
export const recordChunk = scoped(
  'record_webhook_chunk',
  `update webhooks w set seal = $3, event_id = $4, events_read = $5,
     failures = case when n.waiting > 0 then $6::integer else 0 end,
     backlog_full = n.waiting >= ${MOST_WAITING} or n.waiting > 0 and $7::bigint is not null,
     retry_at = case when n.waiting > 0 then n.retry_at end,
     state = case when $8 then 'paused' else w.state end, disabled_after_failures = w.disabled_after_failures or $8
   from (select count(*) as waiting, ${NOW} + $7::bigint * interval '1 millisecond' as retry_at from (select from webhook_deliveries
     where organization_id = $1 and webhook_id = $2 and state = 'waiting' limit ${MOST_WAITING}) d) n
   where w.organization_id = $1 and w.id = $2`,
);
export const sendAgain = scoped<{ subject_id: string }>(
  'send_delivery_again',
  `update webhook_deliveries set state = 'waiting', since = null, attempts = 0
   where organization_id = $1 and webhook_id = $2 and event_id = $3 and type <> '${TEST_TYPE}' returning subject_id`,
);
const columns = `event_id as "eventId", type, state, attempts, at, case when state = 'waiting' then greatest(next_at, (
  select w.retry_at from webhooks w where w.organization_id = $1 and w.id = $2)) end as "nextAt", status, answer, problem, milliseconds`;
export const getDelivery = scoped<Delivery>(
  'get_delivery',
  `select ${columns} from webhook_deliveries where organization_id = $1 and webhook_id = $2 and event_id = $3`,
);
export const readDeliveries = scoped<Delivery>(
  'list_deliveries',
  `select ${columns} from webhook_deliveries
   where organization_id = $1 and webhook_id = $2 and (at, event_id) < ($3, $4)
     and (not $6 or state = 'failed' or state = 'waiting' and attempts > 0)
   order by at desc, event_id desc limit $5`,
);
