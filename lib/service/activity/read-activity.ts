import type * as z from 'zod';
import { actorSql } from '@/lib/contacts/activity';
import type { Activity, activityExportQuery } from '@/lib/contract/activity';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/database/statement';

export type ActivityFilter = z.output<typeof activityExportQuery>;

/** Sorts after every id. */
export const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Maximum difference between the time in an id and `at`, in milliseconds. */
const SLACK = 60 * 60 * 1000;

const ROUTINE = ['contact.created', 'contact.updated'];

const subject = `case split_part(action, '.', 1)
  when 'contact' then (select coalesce(nullif(concat_ws(' ', c.firstname, c.lastname), ''), c.email, c.phone) from (
    select * from contacts where organization_id = $1 and id = subject_id offset 0) c)
  when 'segment' then coalesce((select s.title from segments s where s.organization_id = $1 and s.id = subject_id and s.purged_at is null),
    after ->> 'title', before ->> 'title')
  when 'referral-code' then (select r.code from referral_codes r where r.organization_id = $1 and r.id = subject_id)
  when 'field' then coalesce((select f.label from fields f where f.organization_id = $1 and f.id = subject_id),
    after ->> 'label', before ->> 'label')
  when 'proposal' then (select p.title from proposals p where p.organization_id = $1 and p.id = subject_id)
  when 'webhook' then coalesce((select w.url from webhooks w where w.organization_id = $1 and w.id = subject_id),
    before ->> 'url')
  else coalesce(after ->> 'name', before ->> 'name') end`;
const columns = `id, at, action, ${actorSql('actor', 'actor_name')} as actor, subject_id as "subjectId", ${subject} as subject,
  before, after, request_id as "requestId", (
    select json_build_object('id', i.id, 'name', i.name) from imports i where i.organization_id = $1 and i.id = import_id) as import`;
const headColumns = 'id, at, action, actor_kind, actor_id, request_id, import_id';

/** An entry without its values. */
export interface ActivityHead extends Pick<Activity, 'id' | 'at' | 'action'> {
  actor_kind: Activity['actor']['kind'];
  actor_id: string | null;
  request_id: string | null;
  import_id: string | null;
}

/** Up to `limit` entries without their values, by filter with ids below `before`, latest first. */
export const readHeads = (
  context: RequestContext,
  filter: ActivityFilter,
  before: string,
  limit: number,
): Promise<ActivityHead[]> => readEntries(context, filter, before, limit, headColumns);

/** Entries by their ids, latest first. */
export async function readByIds(context: RequestContext, ids: string[]): Promise<Activity[]> {
  const text = `select ${columns} from (select a.* from unnest($2::uuid[]) g cross join lateral (
      select * from activities where organization_id = $1 and id = g offset 0) a) a order by id desc`;
  return addTokenNames(context, await runScoped<Activity>(context, text, [ids]));
}

/** Up to `limit` activities by filter with ids below `before`, latest first. */
export async function readActivity(
  context: RequestContext,
  filter: ActivityFilter,
  before: string,
  limit: number,
): Promise<Activity[]> {
  return addTokenNames(context, await readEntries<Activity>(context, filter, before, limit, columns));
}

/** Columns of entries by filter with ids below `before`, latest first. */
function readEntries<Row extends object>(
  context: RequestContext,
  filter: ActivityFilter,
  before: string,
  limit: number,
  columns: string,
): Promise<Row[]> {
  const { values, parameter } = parameters();
  const order = `order by id desc limit ${parameter(limit)}`;
  const found = entriesSql(filter, before, order, parameter);
  return runScoped(context, `select ${columns} from (${found}) a ${order}`, values);
}

/** Counts all entries that match the filter. */
export async function countActivity(context: RequestContext, filter: ActivityFilter): Promise<number> {
  const { values, parameter } = parameters();
  const found = entriesSql(filter, NEWEST, '', parameter);
  const [row] = await runScoped<{ count: number }>(context, `select count(*) from (${found}) a`, values);
  return row?.count ?? 0;
}

/**
 * SQL for entries with ids below `before`; `order` sorts and limits each part. With a subject, also entries that concern it
 * as a contact, and deletions and restores of its segments.
 */
function entriesSql(
  { subjectId, action, actorKind, actorId, importId, from, to }: ActivityFilter,
  before: string,
  order: string,
  parameter: (value: unknown) => string,
): string {
  const last = to ? firstId(Date.parse(to) + SLACK) : NEWEST;
  const conditions = ['organization_id = $1', `id < ${parameter(before < last ? before : last)}`];
  const where = (condition: string | false | undefined) => condition && conditions.push(condition);
  where(from && `id >= ${parameter(firstId(Date.parse(from) - SLACK))} and at >= ${parameter(from)}`);
  where(to && `at < ${parameter(to)}`);
  where(actorKind && `actor_kind = ${parameter(actorKind)}`);
  where(actorId && `actor_id = ${parameter(actorId)}`);
  where(importId && `import_id = ${parameter(importId)} and id > ${parameter(importId)}`);
  if (action) {
    where(action.includes('.') ? `action = ${parameter(action)}` : `action like ${parameter(`${action}.%`)}`);
    // Matches the partial index of rare entries.
    if (action !== 'contact' && !ROUTINE.includes(action))
      where(`action not in (${ROUTINE.map((name) => `'${name}'`).join(', ')})`);
  }
  const all = conditions.join(' and ');
  const about = subjectId && parameter(subjectId);
  return about
    ? `(select * from activities where ${all} and subject_id = ${about} ${order})
       union all (select a.* from (select * from activities where contact_ids @> array[${about}::uuid] and action not in ('contact.updated', 'contact.purged') offset 0) a where ${all} ${order})
       union all (select a.* from contacts c cross join unnest(c.segment_ids, c.assigned_at) s (id, at) cross join lateral (
         select * from activities where ${all} and subject_id = s.id and action in ('segment.deleted', 'segment.restored')
           and at >= s.at and contact_ids is null offset 0) a
         where c.organization_id = $1 and c.id = ${about} ${order.replace('by id', 'by a.id')})`
    : `select * from activities where ${all} ${order}`;
}

/** The lowest UUIDv7 of a time. */
function firstId(milliseconds: number): string {
  const hex = Math.max(milliseconds, 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const tokenNames = scoped<{ id: string; name: string }>(
  'names_of_tokens',
  'select id, name from api_tokens where organization_id = $1 and id = any($2::uuid[])',
);

/**
 * Adds the names of tokens as subjects by a query of its own, because tokens may be on another server than the activity.
 */
async function addTokenNames(context: RequestContext, rows: Activity[]): Promise<Activity[]> {
  const isOfToken = ({ action }: Activity) => action.startsWith('token.');
  const ids = rows.filter(isOfToken).map(({ subjectId }) => subjectId);
  const tokens = ids.length > 0 ? await tokenNames(context, ids) : [];
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  return rows.map((row) => (isOfToken(row) ? { ...row, subject: names.get(row.subjectId) ?? null } : row));
}
