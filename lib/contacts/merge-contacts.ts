import { type FieldOption, type FieldValue, hasOptions } from '@/lib/contract/field';
import { parseTime, type RequestContext, retryOnConflict, scoped } from '@/lib/database/statement';
import { pipelined } from '@/lib/database/transaction';
import { recordActivity } from './activity';
import { writeIds } from './contact-ids';
import {
  type ContactRow,
  type ContactValues,
  contactValuesSql,
  fromSnapshot,
  type Snapshot,
  toContact,
  toContactRow,
  toRecordedFields,
} from './contact-row';
import { type Clock, type ContactRequest, findSegmentChanges, type StoredContacts } from './decide';
import { allFieldValues, namedFields, toFieldKey } from './field-values';
import {
  decideMerge,
  decideUndoMerge,
  hasTaken,
  type Mergeable,
  type MergeDecision,
  type MergeRecord,
  type MergeRequest,
  type PairChange,
  type Redeemed,
  type StoredMerge,
  type UndoDecision,
} from './merge';
import { readContacts } from './read';
import { lockContacts } from './trash';
import {
  type Change,
  countUses,
  lockFields,
  recordsetSql,
  redeemCodes,
  rowRecordsSql,
  setRowSql,
  toRowRecord,
  writeDependents,
} from './write';

const readMergeable = scoped<Omit<Mergeable, 'row'> & { contact: ContactValues }>(
  'read_mergeable_contacts',
  `select json_build_array(${contactValuesSql}) as contact, c.deleted_at as "deletedAt", c.merged_into as "into",
     (select coalesce(json_agg(json_build_array(d.referral_code_id, d.redeemed_at)), '[]') from redemptions d
      where d.organization_id = $1 and d.contact_id = c.id) as redemptions,
     array(select r.id from referral_codes r where r.organization_id = $1 and r.referrer_id = c.id) as "codeIds",
     array(select m.id from contacts m where m.organization_id = $1 and m.merged_into = c.id) as "formerIds",
     (select max(m.deleted_at) from contacts m where m.organization_id = $1 and m.merged_into = c.id) as "lastMergedAt",
     array(select n.id from notes n where n.organization_id = $1 and n.contact_id = c.id) as "noteIds"
   from unnest($2::uuid[]) g cross join lateral (select * from contacts where organization_id = $1 and id = g offset 0) c`,
);
const readUsesLeft = scoped<{ id: string; left: number }>(
  'read_uses_left',
  `select id, coalesce(max_redemptions - redemption_count, 1) as left from referral_codes
   where organization_id = $1 and id = any($2::uuid[])`,
);
/** Which of these segments exist, trash included. */
const storedSegments = scoped<{ id: string }>(
  'stored_segments_of_merge',
  'select id from segments where organization_id = $1 and id = any($2::uuid[]) and purged_at is null',
);
const readMerge = scoped<
  { id: string; at: string; survivorId: string } & Pick<StoredMerge, 'before' | 'after'>
>(
  'read_merge',
  `select id, at, subject_id as "survivorId", before, after from activities
   where organization_id = $1 and id = $2 and action = 'contact.merged' and before is not null`,
);
/** The merge of `$3` into `$2` at time `$4`, with the survivor as the merge left it (`resource`). */
const readMergeOf = scoped<StoredMerge & { resource: Snapshot }>(
  'read_merge_of',
  `select id, at, subject_id as "survivorId", before, after, resource from activities
   where organization_id = $1 and subject_id = $2 and after ->> 'merged' = $3::text and at = $4 and action = 'contact.merged'
     and before is not null and resource is not null`,
);
/** Writes a locked contact, merged or live. */
const overwriteContact = scoped(
  'overwrite_merged_contact',
  `update contacts c set ${setRowSql}, deleted_at = g.deleted_at, merged_into = g.merged_into
   from ${rowRecordsSql('$2', 'deleted_at timestamptz, merged_into uuid')}
   where c.organization_id = $1 and c.id = g.id and c.id = $3`,
);
/** Clears these emails and phones on contacts that were merged into `$2`; returns the ids of those changed. */
export const releaseFormerAddresses = scoped<{ id: string }>(
  'release_former_addresses',
  `update contacts set email = case when email = any($3) then null else email end,
     phone = case when phone = any($4) then null else phone end
   where organization_id = $1 and merged_into = $2 and (email = any($3) or phone = any($4)) returning id`,
);
/** A statement that points rows of a table to another contact. */
const reassign = (table: string, column: string) =>
  scoped(
    `reassign_${table}`,
    `update ${table} set ${column} = $2 where organization_id = $1 and id = any($3::uuid[])`,
  );
const reassignMerged = reassign('contacts', 'merged_into');
const reassignCodes = reassign('referral_codes', 'referrer_id');
const reassignNotes = reassign('notes', 'contact_id');
const unredeem = scoped(
  'unredeem_codes',
  `delete from redemptions d using ${recordsetSql('$2', 'contact_id uuid, code_id uuid')}
   where d.organization_id = $1 and d.contact_id = g.contact_id and d.referral_code_id = g.code_id`,
);

/** Reads contacts by id, trash included, with everything that a merge moves along. */
async function readBoth(context: RequestContext, ids: string[]): Promise<Map<string, Mergeable>> {
  const rows = await readMergeable(context, ids);
  return new Map(
    rows.map(({ contact, ...others }) => {
      const row = toContactRow(contact);
      const redemptions = others.redemptions.map(([id, at]): Redeemed => [id, parseTime(at)]);
      return [row.id, { ...others, row, redemptions }];
    }),
  );
}

/** Fields whose values are being converted to another type. */
const changingFields = scoped<{ key: string }>(
  'list_changing_fields',
  `select input #>> '{field,key}' as key from jobs
   where organization_id = $1 and kind = 'bulk-change' and state <> 'finished' and input ->> 'type' = 'fieldType'`,
);

/** Options that fields had at a time, by key, of those that have got another type since. */
const formerOptions = scoped<{ key: string; options: FieldOption[] }>(
  'list_former_options',
  `select distinct on (input #>> '{field,id}') input #>> '{field,key}' as key, input #> '{retype,from,options}' as options
   from jobs where organization_id = $1 and kind = 'bulk-change' and created_at > $2 and input ->> 'type' = 'fieldType'
     and not (undo and state = 'finished')
   order by input #>> '{field,id}', id`,
);

/** Keys of the own fields that a merge may change. */
const mergedKeys = ({ take }: MergeRequest, both: Map<string, Mergeable>): string[] => [
  ...take.flatMap((name) => toFieldKey(name) ?? []),
  ...[...both.values()].flatMap(({ row }) => Object.keys(allFieldValues(row) ?? {})),
];

/** Decides a merge without writing it. */
export async function previewMerge(context: RequestContext, request: MergeRequest): Promise<MergeDecision> {
  const both = await readBoth(context, [request.id, request.from]);
  const custom = namedFields(mergedKeys(request, both));
  const { clock, stored } = await readContacts(context, [{ id: null, fields: {}, custom }]);
  return decideMerge(both.get(request.id), both.get(request.from), request, clock, stored.fields);
}

type Written<Result> = { result: Result; last: Promise<unknown>[] };

/** The survivor, and the id of the merge. */
interface Merged {
  contact: ContactRow;
  mergeId: string;
}
type MergeResult = MergeDecision & { merged: Merged | null };

/**
 * Merges a contact into another in one transaction, and records it; `merged` is null if refused. A repeated request finds
 * the merge already made, whatever versions it names: the first response may have been lost.
 */
export function mergeContacts(context: RequestContext, request: MergeRequest): Promise<MergeResult> {
  const ids = [request.id, request.from].sort();
  return retryOnConflict(() =>
    pipelined(context, async (context): Promise<Written<MergeResult>> => {
      const [, both, { clock }] = await Promise.all([
        lockContacts(context, ids),
        readBoth(context, ids),
        readContacts(context, []),
      ]);
      const keys = mergedKeys(request, both);
      const fields = await lockFields(context, keys);
      for (const { key } of keys.length > 0 ? await changingFields(context) : []) fields.delete(key);
      const decision = decideMerge(both.get(request.id), both.get(request.from), request, clock, fields);
      const { change, record } = decision;
      if (!change || !record)
        return { result: { ...decision, merged: await findMerge(context, both, request) }, last: [] };
      const { survivor, merged } = change;
      const mark = { deleted_at: clock.now, merged_into: survivor.after.id };
      const mergeId = clock.nextId();
      await Promise.all([
        // In this order, no address is ever in two rows.
        place(context, { ...merged.after, email: null, phone: null, ...mark }),
        place(context, survivor.after),
        place(context, { ...merged.after, ...mark }),
      ]);
      const made = { ...toChange(context, survivor, clock), activityId: mergeId, merged: record };
      return {
        result: { ...decision, merged: { contact: survivor.after, mergeId } },
        last: writePair(context, change, { before: merged.before, after: null }, survivor.after.id, made),
      };
    }),
  );
}

/** Finds the merge that an equal, earlier request made; `null` if there is none or the survivor is in the trash. */
async function findMerge(
  context: RequestContext,
  both: Map<string, Mergeable>,
  { id, from, take }: MergeRequest,
): Promise<Merged | null> {
  const [survivor, merged] = [both.get(id), both.get(from)];
  if (!survivor || survivor.deletedAt || merged?.into !== id) return null;
  const [merge] = await readMergeOf(context, id, from, merged.deletedAt);
  const isSame = merge && hasTaken(merge, fromSnapshot(merge.resource, id), take);
  return isSame ? { contact: survivor.row, mergeId: merge.id } : null;
}

/**
 * Undoes a merge in one transaction, and records both contacts. Writes nothing unless the outcome is `undone`
 * (`decideUndoMerge`).
 */
export function undoMerge(context: RequestContext, mergeId: string): Promise<UndoDecision> {
  return retryOnConflict(() =>
    pipelined(context, async (context): Promise<Written<UndoDecision>> => {
      const [merge] = await readMerge(context, mergeId);
      if (!merge) return { result: { outcome: 'missing', problems: [], change: null }, last: [] };
      const { before, survivorId } = merge;
      const { merged: record } = before;
      // Leave out segments that were deleted forever since; some have no row left.
      const all = [...record.segments, ...(record.hidden ?? [])].map(([id]) => id);
      const there = new Set((await storedSegments(context, all)).map(({ id }) => id));
      record.segments = record.segments.filter(([id]) => there.has(id));
      record.hidden = record.hidden?.filter(([id]) => there.has(id));
      const ids = [survivorId, record.id].sort();
      const own = [...Object.keys(record.custom ?? {}), ...Object.keys(record.stays.custom ?? {})];
      const [, both, , { stored, clock }, left] = await Promise.all([
        lockContacts(context, ids),
        readBoth(context, ids),
        lockFields(context, own),
        readContacts(context, returning(before)),
        readUsesLeft(
          context,
          record.redemptions.map(([id]) => id),
        ),
      ]);
      useLabels(record, await formerOptions(context, merge.at), stored.fields);
      const usesLeft = new Map(left.map((code) => [code.id, code.left]));
      const pair = { survivor: both.get(survivorId), merged: both.get(record.id) };
      const decision = decideUndoMerge(merge, { ...pair, stored, usesLeft }, clock);
      const { change } = decision;
      if (!change) return { result: decision, last: [] };
      const { survivor, merged } = change;
      const named = (name: 'email' | 'phone') =>
        [survivor.after, merged.after].flatMap((contact) => contact[name] ?? []);
      await Promise.all([
        releaseFormerAddresses(context, survivorId, named('email'), named('phone')),
        place(context, survivor.after),
        place(context, merged.after),
      ]);
      const idKeys = [...stored.fields.values()].flatMap(({ key, type }) => (type === 'id' ? key : []));
      const back = { ...toChange(context, survivor, clock), unmerged: record.id };
      // Recorded even if no value of the survivor changes: its times do.
      const last = writePair(context, change, { before: null, after: merged.after }, merged.after.id, back);
      return {
        result: decision,
        last: [
          ...writeIds(context, [survivor, merged], idKeys),
          ...last,
          recordActivity(context, {
            action: 'contact.restored',
            subjectId: merged.after.id,
            after: toRecordedFields(merged.after),
            resource: toContact(merged.after, context.organizationId),
          }),
        ],
      };
    }),
  );
}

/** Gives values that a merge recorded as options their labels, where the field is no choice any more: so a change of type did. */
function useLabels(
  { custom, stays }: MergeRecord,
  former: { key: string; options: FieldOption[] }[],
  fields: StoredContacts['fields'],
): void {
  for (const { key, options } of former) {
    const type = fields.get(key)?.type;
    if (options.length === 0 || !type || hasOptions(type)) continue;
    const toLabels = (values: FieldValue) =>
      [values]
        .flat()
        .map((one) => options.find(({ value }) => value === one)?.label ?? one)
        .join(', ');
    if (custom?.[key] !== undefined) custom[key] = toLabels(custom[key]);
    const changed = stays.custom?.[key];
    if (stays.custom && changed)
      stays.custom[key] = changed.map((one) => one && toLabels(one)) as typeof changed;
  }
}

const place = (context: RequestContext, row: ContactRow & { deleted_at?: string; merged_into?: string }) =>
  overwriteContact(context, JSON.stringify([toRowRecord(row)]), row.id);

/** Requests that name everything an undo gives back, for `readContacts`. */
const returning = ({ merged, ...fields }: StoredMerge['before']): ContactRequest[] => [
  { id: null, fields, segmentIds: [...merged.segments, ...(merged.hidden ?? [])].map(([id]) => id) },
  { id: null, fields: merged, custom: merged.custom },
  {
    id: null,
    fields: {},
    custom: Object.fromEntries(
      Object.entries(merged.stays.custom ?? {}).map(([key, [before]]) => [key, before]),
    ),
  },
];

/** The change of the survivor with a new activity id, for the activity. */
function toChange(context: RequestContext, { before, after }: PairChange['survivor'], clock: Clock): Change {
  return {
    context,
    decision: {
      outcome: 'updated',
      problems: [],
      before,
      after,
      ...findSegmentChanges(before, after),
      redeemed: null,
    },
    activityId: clock.nextId(),
    at: clock.now,
  };
}

/** Sends the writes of redemptions, counters and activity, and those that move codes, notes and earlier merges to `to`. */
function writePair(
  context: RequestContext,
  { survivor, redemptions: { removed, added }, uses, codeIds, formerIds, noteIds }: PairChange,
  other: { before: ContactRow | null; after: ContactRow | null },
  to: string,
  change: Change,
): Promise<unknown>[] {
  return [
    ...(removed.length > 0 ? [unredeem(context, JSON.stringify(removed))] : []),
    ...(added.length > 0 ? [redeemCodes(context, JSON.stringify(added))] : []),
    ...(codeIds.length > 0 ? [reassignCodes(context, to, codeIds)] : []),
    ...(formerIds.length > 0 ? [reassignMerged(context, to, formerIds)] : []),
    ...(noteIds.length > 0 ? [reassignNotes(context, to, noteIds)] : []),
    ...(uses.length > 0 ? [countUses(context, JSON.stringify(uses))] : []),
    ...writeDependents(context, [survivor, other], [change]),
  ];
}
