import type { Actor } from '@/lib/contract/actor';
import { type DoNotContact, type MarkReason, markReasons } from '@/lib/contract/do-not-contact';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { actorSql } from './activity';

/** A mark to set. */
export interface NewMark {
  reason: MarkReason;
  by: Actor;
}

/** Marks by email and phone. */
export type Marks = Record<string, DoNotContact>;

interface Marked {
  email: string | null;
  phone: string | null;
  /** Marks of its addresses; absent or null without any. */
  marks?: Marks | null;
}

/** SQL: the key of the organization's digests; null without marks. A statement reads it once. */
const keySql = '(select k.key from address_keys k where k.organization_id = $1)';
/** SQL: the digest of an email or phone; null for null. */
const digestSql = (address: string) => `sha256(${keySql} || convert_to(${address}, 'UTF8'))`;
/** SQL: marks of the addresses `a.address` from a table or subquery, by address; null without any. */
const marksOfSql = (addresses: string) => `case when ${keySql} is not null then (
  select json_object_agg(a.address, json_build_object('reason', d.reason, 'since', d.since, 'by', ${actorSql('d.marked_by')}))
  from ${addresses} cross join lateral (
    select * from do_not_contact where organization_id = $1 and digest = ${digestSql('a.address')} offset 0) d) end`;

/** SQL: the marks of contact `c`. */
export const marksSql = marksOfSql('unnest(array[c.email, c.phone]) a (address)');
/** SQL: whether the organization has had marks. */
export const hasMarksSql = 'exists (select from address_keys k where k.organization_id = $1)';
const selectMarks = scoped<{ marks: Marks | null }>(
  'read_marks',
  `select ${marksOfSql('unnest($2::text[]) a (address)')} as marks`,
);
/** The marks of contacts' addresses. */
export async function readMarks(
  context: RequestContext,
  contacts: { email?: string | null; phone?: string | null }[],
): Promise<Marks> {
  const addresses = new Set(contacts.flatMap(({ email, phone }) => [email, phone]).filter((one) => !!one));
  const [row] = await selectMarks(context, [...addresses]);
  return row?.marks ?? {};
}

/** SQL: whether contact `c` is marked. */
export const isMarkedSql = `(${keySql} is not null and exists (select from do_not_contact d where d.organization_id = $1
  and d.digest in (${digestSql('c.email')}, ${digestSql('c.phone')}) offset 0))`;

const rank = ({ reason }: { reason: MarkReason }): number => markReasons.indexOf(reason);

/** The strictest mark of a contact. */
export const markOf = ({ marks }: Marked): DoNotContact | null =>
  marks ? strictest(Object.values(marks)) : null;

const strictest = (marks: DoNotContact[]): DoNotContact | null =>
  marks.sort((one, other) => rank(one) - rank(other))[0] ?? null;

/** Marks of all addresses of `after` with the strictest of these; none without one. */
export function spreadMark(after: Marked, marks: (DoNotContact | null | undefined)[]): Marks | undefined {
  const mark = strictest(marks.filter((one) => !!one));
  return mark ? pickMarks(after, () => mark) : undefined;
}

/** The marks of the addresses of a contact; none without one. */
export function pickMarks(
  { email, phone }: Marked,
  find: (address: string) => DoNotContact | undefined,
): Marks | undefined {
  const marks = [email, phone].flatMap((address): [string, DoNotContact][] => {
    const mark = address !== null && find(address);
    return mark ? [[address, mark]] : [];
  });
  return marks.length > 0 ? Object.fromEntries(marks) : undefined;
}

const createKey = scoped(
  'create_address_key',
  `insert into address_keys (organization_id, key)
   select $1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) on conflict do nothing`,
);
/** A stricter reason replaces another one. */
const insertMarks = scoped(
  'mark_do_not_contact',
  `insert into do_not_contact as m (organization_id, digest, reason, since, marked_by_kind, marked_by_id, marked_by)
   select distinct on (g.address) $1, ${digestSql('g.address')}, g.reason, g.since, g.kind, g.id, g.name
   from json_to_recordset($2::json) as g (address text, reason text, rank integer, since timestamptz, kind text, id uuid, name text)
   order by g.address, g.rank
   on conflict (organization_id, digest) do update
     set reason = excluded.reason, since = excluded.since, marked_by_kind = excluded.marked_by_kind,
       marked_by_id = excluded.marked_by_id, marked_by = excluded.marked_by
     where array_position('{${markReasons.join()}}', excluded.reason) < array_position('{${markReasons.join()}}', m.reason)`,
);
/** Marks addresses, in the transaction of the context. */
export async function setMarks(context: RequestContext, records: object[]): Promise<void> {
  await Promise.all([createKey(context), insertMarks(context, JSON.stringify(records))]);
}

const deleteMarks = scoped<{ reason: MarkReason }>(
  'remove_do_not_contact',
  `delete from do_not_contact where organization_id = $1
     and digest = any(array(select ${digestSql('g')} from unnest($2::text[]) g)) returning reason`,
);
/** Removes the marks of addresses; returns their reasons. */
export const removeMarks = async (context: RequestContext, addresses: string[]): Promise<MarkReason[]> =>
  (await deleteMarks(context, addresses)).map(({ reason }) => reason);

/** Records for `setMarks` of a contact's addresses that lack its mark. */
export function toMarkRecords(before: Marked | null, { marks }: Marked): object[] {
  return Object.entries(marks ?? {}).flatMap(([address, mark]) =>
    before?.marks?.[address]?.reason === mark.reason ? [] : [toMarkRecord(address, mark)],
  );
}

export const toMarkRecord = (address: string, { reason, since, by }: DoNotContact) => ({
  address,
  reason,
  since,
  rank: rank({ reason }),
  kind: by.kind,
  id: by.id,
  name: by.name,
});
