import type { Activity } from '@/lib/contract/activity';
import type { Actor } from '@/lib/contract/actor';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** Actor and request: `$2` to `$5` of every statement that writes. */
const actorValues = (context: RequestContext) => [
  context.actor.kind,
  context.actor.id,
  context.actor.name,
  context.requestId,
];

/** What happened to one thing. */
export interface NewActivity {
  action: Activity['action'];
  subjectId: string;
  before?: object | null;
  after?: object | null;
  /** What it was afterwards, or before a deletion, as the API returns it: for the feed of events. */
  resource?: object;
  /** Other contacts that it concerns. */
  contactIds?: string[];
}

const record = scoped<{ id: string }>(
  'record_activity',
  `insert into activities
     (organization_id, id, at, action, actor_kind, actor_id, actor_name, request_id, subject_id, before, after, resource, contact_ids)
   select $1, uuid_of(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), action, $2, $3, $4, $5,
     subject_id, before::jsonb, after::jsonb, resource::jsonb, contact_ids
   from json_to_recordset($6::json) as g (action text, subject_id uuid, before text, after text, resource text, contact_ids uuid[]) returning id`,
);

/** Records what happened, in the transaction of `context`. Returns the ids of the entries. */
export async function recordActivity(context: RequestContext, entries: NewActivity[]): Promise<string[]> {
  const rows = entries.map(({ subjectId, contactIds, ...entry }) => ({
    ...entry,
    subject_id: subjectId,
    contact_ids: contactIds?.length ? contactIds : null,
  }));
  const ids = await record(context, ...actorValues(context), JSON.stringify(rows));
  return ids.map(({ id }) => id);
}

/** The values that differ from those of `others`. */
export function differing(values: object, others: object): object {
  const other = new Map(Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== other.get(name)),
  );
}

/** An actor from stored columns; `null` for old rows with a name only. */
export const storedActor = (kind: Actor['kind'] | null, id: string | null, name: string): Actor | null =>
  kind && { kind, id, name };
