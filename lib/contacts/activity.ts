import type { Activity } from '@/lib/contract/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** An activity entry to record. */
export interface NewActivity {
  action: Activity['action'];
  subjectId: string;
  before?: object | null;
  after?: object | null;
  /** The subject as the API returns it, after the change or before a deletion: for the event feed. */
  resource?: object | null;
  /** Other contacts that the entry concerns. */
  contactIds?: string[];
  /** `id` and `at` default to the current time. */
  id?: string;
  at?: string;
}

/** Inserts `toActivityRow` records, given as a JSON array. */
export const insertActivities = scoped(
  'record_activity',
  `insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, request_id, import_id, subject_id,
     before, after, resource, contact_ids)
   select $1, coalesce(id, uuid_of(clock_timestamp())), coalesce(at, date_trunc('milliseconds', clock_timestamp())), action,
     actor_kind, actor_id, actor_name, request_id, import_id, subject_id, before::jsonb, after::jsonb, resource::jsonb, contact_ids
   from json_to_recordset($2::json) as g (id uuid, at timestamptz, action text, actor_kind text, actor_id uuid, actor_name text,
     request_id text, import_id uuid, subject_id uuid, before text, after text, resource text, contact_ids uuid[])`,
);

/** An entry as a record for `insertActivities`, with the actor, request and import of the context. */
export const toActivityRow = (
  { actor, requestId, importId }: RequestContext,
  { id, at, action, subjectId, before, after, resource, contactIds }: NewActivity,
) => ({
  id,
  at,
  action,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
  request_id: requestId,
  import_id: importId,
  subject_id: subjectId,
  before,
  after,
  resource,
  contact_ids: contactIds?.length ? contactIds : null,
});

/** Records entries in the transaction of `context`, without its import: only contact changes are grouped by one. */
export async function recordActivity(
  context: RequestContext,
  entries: NewActivity | NewActivity[],
): Promise<void> {
  const rows = [entries].flat().map((entry) => toActivityRow({ ...context, importId: undefined }, entry));
  await insertActivities(context, JSON.stringify(rows));
}

/** Records an update with the values that differ; records nothing if none do. */
export async function recordUpdate(
  context: RequestContext,
  { before, after, ...entry }: NewActivity & { before: object; after: object },
): Promise<void> {
  const change = { before: pickDiffering(before, after), after: pickDiffering(after, before) };
  if (Object.keys({ ...change.before, ...change.after }).length > 0)
    await recordActivity(context, { ...entry, ...change });
}

/** The entries of `values` whose JSON differs from that in `others`, also those that `others` lacks. */
export function pickDiffering(values: object, others: object): object {
  const other = new Map(Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== other.get(name)),
  );
}

/** SQL: an actor from stored columns such as `deleted_by_kind`; null for old rows that have only a name. */
export const actorSql = (column: string, name = column): string =>
  `case when ${column}_kind is not null then json_build_object('kind', ${column}_kind, 'id', ${column}_id, 'name', ${name}) end`;
