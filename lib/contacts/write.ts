import { contactFields } from '@/lib/contract/contact-fields';
import type { FieldValue } from '@/lib/contract/field';
import { LostRace, type RequestContext, scoped } from '@/lib/database/statement';
import { pipelined } from '@/lib/database/transaction';
import { insertActivities, toActivityRow } from './activity';
import { writeIds } from './contact-ids';
import { allAssignments, type ContactRow, toSnapshot } from './contact-row';
import { type Decision, segmentIdsOf } from './decide';
import { markOf, setMarks, toMarkRecords } from './do-not-contact';
import {
  allFieldValues,
  changedFieldValues,
  type FieldRow,
  isFit,
  isSameValue,
  ownSearchTextSql,
} from './field-values';
import type { MergeRecord } from './merge';

/** A decided change, the context of its request, and the id of its activity entry. */
export interface Change {
  context: RequestContext;
  decision: Decision & { after: ContactRow };
  /** `null` to record nothing. */
  activityId: string | null;
  at: string;
  /** For a merge. */
  merged?: MergeRecord;
  /** For the undo of a merge: the id of the contact that is back. */
  unmerged?: string;
}

/** A contact before and after all changes of a batch; `null` where it is not live. */
interface BeforeAfter {
  before: ContactRow | null;
  after: ContactRow | null;
}

/** SQL: records `g` from a JSON parameter. Declare nested objects as text and cast them: four times as fast as jsonb. */
export const recordsetSql = (parameter: string, columns: string) =>
  `json_to_recordset(${parameter}::json) as g (${columns})`;
/** The written columns of a contact's row, with their types. */
const rowTypes: Record<string, string> = {
  id: 'uuid',
  ...Object.fromEntries(contactFields.map((name) => [name, 'text'])),
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  version: 'integer',
  segment_ids: 'uuid[]',
  assigned_at: 'timestamptz[]',
  fields: 'text',
};
const rowColumns = Object.keys(rowTypes);
/** SQL: the value of a column from a record `g`. */
const writtenSql = (name: string) => (name === 'fields' ? 'g.own' : `g.${name}`);
/** SQL: records `g` of `toRowRecord` with `others`, and own fields parsed once as `own`; `offset 0` keeps that from being inlined. */
export const rowRecordsSql = (parameter: string, others: string): string =>
  `(select *, fields::jsonb as own from ${recordsetSql(
    parameter,
    [...Object.entries(rowTypes).map(([name, type]) => `${name} ${type}`), others].join(', '),
  )} offset 0) g`;
/** SQL: sets all columns of contact `c` but the id from a record `g`. */
export const setRowSql = [
  ...rowColumns.filter((name) => name !== 'id').map((name) => `${name} = ${writtenSql(name)}`),
  `search_text = case when c.fields is not distinct from g.own then c.search_text
     else coalesce(${ownSearchTextSql('g.own')}, '') end`,
].join(', ');

/** The values of a contact's row as `rowRecordsSql` declares them, hidden ones included. */
export function toRowRecord(contact: ContactRow): object {
  const { segments: _, hidden: __, marks: ___, ...row } = contact;
  const all = allAssignments(contact);
  const fields = allFieldValues(contact);
  return {
    ...row,
    segment_ids: all.map(([id]) => id),
    assigned_at: all.map(([, at]) => at),
    // Absent is quicker than null.
    ...(fields && { fields, custom: undefined, hiddenCustom: undefined }),
  };
}

/** Sorted, so that batches with the same emails wait for one another in one order and do not deadlock. */
const insertContacts = scoped<{ id: string }>(
  'insert_contacts',
  `insert into contacts (organization_id, ${rowColumns.join(', ')}, search_text)
   select $1, ${rowColumns.map(writtenSql).join(', ')}, ${ownSearchTextSql('g.own')} from ${rowRecordsSql('$2', 'stored_version integer')} order by email, phone
   on conflict do nothing returning id`,
);
/**
 * SQL: locks the contacts that are still in the version that was read. Skips locked ones, so that no batch waits. `deleted_at`
 * is tested outside the look-up, so that the planner cannot choose the index of a list.
 */
const unchanged = `select h.id from ${recordsetSql('$2', 'id uuid, stored_version integer')} cross join lateral (
       select id, version, deleted_at from contacts where organization_id = $1 and id = g.id offset 0
       for no key update skip locked) h
     where h.version = g.stored_version and h.deleted_at is null`;
/** The array keeps the planner from a join that reads the whole organization. */
const updateContacts = scoped<{ id: string }>(
  'update_contacts',
  `update contacts c set ${setRowSql} from ${rowRecordsSql('$2', 'stored_version integer')}
   where c.organization_id = $1 and c.id = g.id and c.id = any(array(${unchanged}))
   returning c.id`,
);
/** Keeps assigned segments from being merged into others until the transaction ends. */
const lockSegments = scoped<{ id: string }>(
  'lock_assigned_segments',
  `select id from segments where organization_id = $1 and id = any($2::uuid[]) and deleted_at is null and rule is null
   order by id for key share`,
);
const lockKeys = scoped<FieldRow>(
  'lock_changed_fields',
  `select key, type, options, archived_at is not null as archived from fields
   where organization_id = $1 and key = any($2::text[]) order by id for key share`,
);
/** Keeps fields from being changed or deleted until the transaction ends; returns them by key. */
export const lockFields = async (context: RequestContext, keys: string[]): Promise<Map<string, FieldRow>> =>
  new Map((keys.length > 0 ? await lockKeys(context, keys) : []).map((field) => [field.key, field]));
/** Clears former addresses that become the contact's own again, before the unique indexes see them twice. */
const reclaimAddresses = scoped(
  'reclaim_addresses',
  `update contacts m set email = nullif(m.email, g.email), phone = nullif(m.phone, g.phone)
   from ${recordsetSql('$2', 'id uuid, email text, phone text')}
   where m.organization_id = $1 and m.merged_into = g.id and (m.email = g.email or m.phone = g.phone)
     and m.merged_into = any(array(${unchanged}))`,
);
export const redeemCodes = scoped(
  'redeem_codes',
  `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
   select $1, contact_id, code_id, redeemed_at
   from ${recordsetSql('$2', 'contact_id uuid, code_id uuid, redeemed_at timestamptz')}`,
);
/** A CHECK constraint decides the race for the last use of a code. */
export const countUses = scoped(
  'count_uses',
  `update referral_codes r set redemption_count = redemption_count + g.uses from ${recordsetSql('$2', 'id uuid, uses integer')}
   where r.organization_id = $1 and r.id = g.id`,
);
/** Connections add to different shards, and in one order, to avoid waits and deadlocks. */
const addToCounts = scoped(
  'add_to_counts',
  `insert into contact_counts as n (organization_id, scope_id, shard, count)
   select $1, scope_id, pg_backend_pid() % 64, change from ${recordsetSql('$2', 'scope_id uuid, change bigint')}
   order by scope_id on conflict (organization_id, scope_id, shard) do update set count = n.count + excluded.count`,
);

/**
 * Writes decided changes, given in order, and returns the ids of settled contacts: those still in the version that was read,
 * and new ones whose addresses were free. Nothing is written of the others. Counters come last, because all batches lock them.
 * An id of another system that is taken fails them all.
 *
 * @throws LostRace if an assigned segment was deleted meanwhile, or a field no longer takes a new value.
 */
export async function writeContacts(context: RequestContext, changes: Change[]): Promise<Set<string>> {
  return pipelined(context, async (context) => {
    const contacts = mergeChanges(changes);
    const assigned = [...new Set(changes.flatMap(({ decision }) => decision.added))];
    const stored = new Map(contacts.map(({ before, after }) => [after.id, before?.version]));
    /** Records of the new contacts, or of those to update. */
    const rows = (isNew: boolean) =>
      contacts.flatMap(({ before, after }) =>
        (before === null) === isNew ? [{ ...toRowRecord(after), stored_version: before?.version }] : [],
      );
    const reclaimed = changes.flatMap(({ decision: { reclaims, after } }) => (reclaims ? [after] : []));
    const changed = changes.flatMap(({ decision }) => changedKeys(decision));
    const locked = assigned.length > 0 ? lockSegments(context, assigned) : [];
    const lockedFields = lockFields(context, [...new Set(changed.map(([key]) => key))]);
    const ids = await Promise.all([
      ...skipIfEmpty(
        reclaimed.map(({ id, email, phone }) => ({ id, email, phone, stored_version: stored.get(id) })),
        (json) => reclaimAddresses(context, json).then(() => []),
      ),
      ...skipIfEmpty(rows(true), (json) => insertContacts(context, json)),
      ...skipIfEmpty(rows(false), (json) => updateContacts(context, json)),
    ]);
    if ((await locked).length < assigned.length)
      throw new LostRace('An assigned segment was deleted meanwhile.');
    const fields = await lockedFields;
    if (changed.some(([key, value]) => !isFit(fields, key, value)))
      throw new LostRace('A field was changed or deleted meanwhile.');
    const settled = new Set(ids.flat().map(({ id }) => id));
    const isSettled = ({ after }: { after: ContactRow }) => settled.has(after.id);
    const written = contacts.filter(isSettled);
    const idKeys = [...fields.values()].flatMap(({ key, type }) => (type === 'id' ? key : []));
    const last = [
      ...writeIds(context, written, idKeys),
      ...writeDependents(
        context,
        written,
        changes.filter(({ decision }) => isSettled(decision)),
      ),
    ];
    return { result: settled, last };
  });
}

/** Own fields that a decision changes, archived ones included, with their new values. */
function changedKeys({ before, after }: Change['decision']): [key: string, value: FieldValue | null][] {
  if (before?.custom === after.custom && before?.hiddenCustom === after.hiddenCustom) return [];
  const [old, now] = [before && allFieldValues(before), allFieldValues(after)];
  return Object.keys({ ...old, ...now }).flatMap((key): [string, FieldValue | null][] => {
    const value = now?.[key] ?? null;
    return isSameValue(old?.[key] ?? null, value) ? [] : [[key, value]];
  });
}

/** Each contact once: before its first change and after its last. */
function mergeChanges(changes: Change[]) {
  const contacts = new Map<string, BeforeAfter & { after: ContactRow }>();
  for (const { decision } of changes) {
    const { before } = contacts.get(decision.after.id) ?? decision;
    contacts.set(decision.after.id, { before, after: decision.after });
  }
  return [...contacts.values()];
}

/** Sends the writes of redemptions, marks, activity and counters of settled contacts, without waiting for them. */
export function writeDependents(
  context: RequestContext,
  contacts: BeforeAfter[],
  changes: Change[],
): Promise<unknown>[] {
  const redemptions = changes.flatMap(toRedemptionRows);
  const uses = new Map<string, number>();
  for (const { code_id } of redemptions) uses.set(code_id, (uses.get(code_id) ?? 0) + 1);
  const marks = contacts.flatMap(({ before, after }) => (after?.marks ? toMarkRecords(before, after) : []));
  const used = [...uses].sort().map(([id, uses]) => ({ id, uses }));
  return [
    ...skipIfEmpty(redemptions, (json) => redeemCodes(context, json)),
    ...skipIfEmpty(used, (json) => countUses(context, json)),
    ...(marks.length > 0 ? [setMarks(context, marks)] : []),
    ...skipIfEmpty(changes.flatMap(toActivityEntries), (json) => insertActivities(context, json)),
    ...updateCounters(context, contacts),
  ];
}

/**
 * Sends the updates of the contact counters of the organization and of segments, deleted ones too, without waiting for
 * them.
 */
export function updateCounters(context: RequestContext, contacts: BeforeAfter[]): Promise<unknown>[] {
  const counts = new Map<string, number>();
  /** Adds to the counts of the organization and of each segment of a contact. */
  const count = (contact: ContactRow | null, change: 1 | -1) => {
    for (const id of contact ? [context.organizationId, ...allAssignments(contact).map(([id]) => id)] : [])
      counts.set(id, (counts.get(id) ?? 0) + change);
  };
  for (const { before, after } of contacts) {
    count(before, -1);
    count(after, 1);
  }
  const changes = [...counts].flatMap(([scope_id, change]) => (change ? [{ scope_id, change }] : []));
  return skipIfEmpty(changes, (json) => addToCounts(context, json));
}

const skipIfEmpty = <Result>(rows: object[], write: (json: string) => Result): Result[] =>
  rows.length > 0 ? [write(JSON.stringify(rows))] : [];

const toRedemptionRows = ({ decision: { after, redeemed }, at }: Change) =>
  redeemed ? [{ contact_id: after.id, code_id: redeemed.id, redeemed_at: at }] : [];

/**
 * The activity entry of a change: fields that differ and have a value, segments if they changed, the redeemed code. None
 * without an `activityId`.
 */
function toActivityEntries({ context, decision, activityId, at, merged, unmerged }: Change) {
  if (activityId === null) return [];
  const { outcome, before, after, added, removed, redeemed } = decision;
  const reassigned = added.length + removed.length > 0;
  /** Fields of a contact that differ from the other's and have a value, and its segments if they changed. */
  const values = (contact: ContactRow, other: ContactRow | null) => {
    const differing: Record<string, FieldValue> = reassigned ? { segmentIds: segmentIdsOf(contact) } : {};
    for (const name of contactFields) {
      const value = contact[name];
      if (value !== null && value !== other?.[name]) differing[name] = value;
    }
    for (const { field, after } of changedFieldValues(other, contact))
      if (after !== null) differing[field] = after;
    const reason = contact.marks && markOf(contact)?.reason;
    if (reason && reason !== (other && markOf(other)?.reason)) differing.doNotContact = reason;
    return differing;
  };
  return toActivityRow(context, {
    id: activityId,
    at,
    action: merged ? 'contact.merged' : `contact.${outcome as 'created' | 'updated'}`,
    subjectId: after.id,
    // A contact that is new to the replica may have existed before.
    before: before
      ? { ...values(before, after), ...(merged && { merged }) }
      : outcome === 'created'
        ? null
        : {},
    after: {
      ...(redeemed && { referralCode: redeemed.code }),
      ...values(after, before),
      ...(merged && { merged: merged.id }),
    },
    // For a new contact, `after` has everything but the time of its mark.
    resource: before || after.marks ? toSnapshot(after) : null,
    // The entry also has values of the other contact: for its timeline, and for erasing them.
    contactIds: [merged?.id ?? unmerged ?? []].flat(),
  });
}
