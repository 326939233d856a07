import type { ConflictPath } from '@/lib/contract/conflict';
import { type ContactField, contactFields } from '@/lib/contract/contact-fields';
import type { FieldValue, FieldValues } from '@/lib/contract/field';
import {
  type Assignment,
  addressFields as addresses,
  allAssignments,
  byAssignment,
  type ContactRow,
  matchesEtag,
  pickFieldValues,
} from './contact-row';
import { type Clock, changedAt, noFields, type Problem, type StoredContacts } from './decide';
import { markOf, spreadMark } from './do-not-contact';
import {
  allFieldValues,
  changeFieldValues,
  type FieldChanges,
  type FieldRow,
  fieldsAt,
  fitFieldValues,
  isFit,
  isSameValue,
  splitFieldValues,
  toFieldKey,
  toFieldPath,
} from './field-values';

/** `[referral code id, time of redemption]` */
export type Redeemed = [codeId: string, redeemedAt: string];

/** A contact with everything that a merge moves along. */
export interface Mergeable {
  row: ContactRow;
  /** When the contact was merged or deleted; `null` if live. */
  deletedAt: string | null;
  /** The contact that this one was merged into. */
  into: string | null;
  redemptions: Redeemed[];
  /** Referral codes whose referrer is this contact. */
  codeIds: string[];
  /** Contacts that were merged into this one. */
  formerIds: string[];
  /** When the latest of `formerIds` was merged. */
  lastMergedAt: string | null;
  noteIds: string[];
}

/** A field, or by its path one of the organization's own. */
export type TakenField = ContactField | `fields.${string}`;

export interface MergeRequest {
  /** The surviving contact. */
  id: string;
  /** The contact to merge into it. */
  from: string;
  /** Fields that the survivor takes from the merged contact. It also gets values of own fields that it lacks. */
  take: TakenField[];
  /** Versions that the survivor (`ifMatch`) and the merged contact (`fromMatch`) may have. */
  ifMatch?: string[] | null;
  fromMatch?: string[] | null;
}

/** A merge as kept in the activity: the merged contact as it was, and the survivor's part of all that was united. */
export type MergeRecord = Partial<Record<ContactField, string>> & {
  id: string;
  segments: Assignment[];
  /** Assignments to segments that were deleted at the time. */
  hidden?: Assignment[];
  redemptions: Redeemed[];
  codeIds: string[];
  formerIds: string[];
  noteIds: string[];
  /** Values of own fields, those of archived ones included. */
  custom?: FieldValues;
  stays: {
    createdAt: string;
    segments: Assignment[];
    hidden?: Assignment[];
    redemptions: Redeemed[];
    /** Own fields that the merge changed. */
    custom?: Record<string, [before: FieldValue | null, after: FieldValue | null]>;
  };
};

interface Side {
  before: ContactRow;
  after: ContactRow;
}

/** The changes of a merge or its undo. */
export interface PairChange {
  survivor: Side;
  /** After a merge, the merged contact's email and phone are the former addresses. */
  merged: Side;
  redemptions: {
    removed: { contact_id: string; code_id: string }[];
    added: { contact_id: string; code_id: string; redeemed_at: string }[];
  };
  /** Change of each code's redemption count. */
  uses: { id: string; uses: number }[];
  /** Referral codes, earlier merged contacts and notes that move to the other contact. */
  codeIds: string[];
  formerIds: string[];
  noteIds: string[];
}

export interface MergeDecision {
  outcome: 'merged' | 'missing' | 'stale' | 'invalid';
  problems: Problem[];
  change: PairChange | null;
  record: MergeRecord | null;
}

/** A merge that is not made. */
const refused = (outcome: MergeDecision['outcome'], problems: Problem[] = []): MergeDecision => ({
  outcome,
  problems,
  change: null,
  record: null,
});

/**
 * `POST /contacts/{id}/merge` (docs/decisions/interface.md, Merging): the survivor takes the fields in `take`, and all
 * segments, redemptions, codes and notes. The merged row keeps the former addresses.
 */
export function decideMerge(
  survivor: Mergeable | undefined,
  merged: Mergeable | undefined,
  { take, ifMatch, fromMatch }: MergeRequest,
  { now }: Pick<Clock, 'now'>,
  ownFields: ReadonlyMap<string, FieldRow> = new Map(),
): MergeDecision {
  if (!survivor || !merged || survivor.deletedAt || merged.deletedAt) return refused('missing');
  const [one, other] = [survivor.row, merged.row];
  if (one.id === other.id) return refused('invalid', [{ path: 'from', rule: 'same_contact' }]);
  if ((ifMatch && !matchesEtag(ifMatch, one)) || (fromMatch && !matchesEtag(fromMatch, other)))
    return refused('stale');
  const isTakable = (name: TakenField) => {
    const key = toFieldKey(name);
    return key === null || ownFields.get(key)?.archived === false;
  };
  if (!take.every(isTakable)) return refused('invalid', [{ path: 'take', rule: 'unknown_field' }]);
  const taken = contactFields.filter((name) => take.includes(name));
  const fields = Object.fromEntries(taken.map((name) => [name, other[name]]));
  const custom = mergeFieldValues(one, other, take);
  const given = Object.entries(custom.changed ?? {});
  const unfit = given.filter(([key, [, value]]) => !isFit(ownFields, key, value));
  if (unfit.length > 0) {
    const message = 'The type of this field is being changed. Merge the contacts when that is done.';
    return refused(
      'invalid',
      unfit.map(([key]) => ({ path: toFieldPath(key), rule: 'field_value', message })),
    );
  }
  const after: ContactRow = {
    ...one,
    ...fields,
    created_at: earlier(one.created_at, other.created_at),
    ...changedAt(one, now),
    segments: [...unite(one.segments, other.segments)].sort(byAssignment),
    hidden: orNone([...unite(one.hidden, other.hidden)]),
    ...custom.after,
  };
  if (!after.email && !after.phone) return refused('invalid', [{ path: 'take', rule: 'no_identifier' }]);
  after.marks = spreadMark(after, [markOf(one), markOf(other)]);
  const former = Object.fromEntries(
    addresses.map((name) => [name, [one[name], other[name]].find((value) => value !== after[name]) ?? null]),
  );
  const own = new Map(survivor.redemptions);
  const united = unite(survivor.redemptions, merged.redemptions);
  const moved = merged.redemptions.filter(([code]) => own.get(code) !== united.get(code));
  return {
    outcome: 'merged',
    problems: [],
    change: {
      survivor: { before: one, after },
      merged: {
        before: other,
        after: {
          ...other,
          ...noFields,
          ...former,
          ...changedAt(other, now),
          segments: [],
          hidden: undefined,
          custom: undefined,
          hiddenCustom: undefined,
        },
      },
      redemptions: {
        removed: [
          ...merged.redemptions.map(([code_id]) => ({ contact_id: other.id, code_id })),
          ...moved.flatMap(([code_id]) => (own.has(code_id) ? { contact_id: one.id, code_id } : [])),
        ],
        added: moved.map(([code_id, redeemed_at]) => ({ contact_id: one.id, code_id, redeemed_at })),
      },
      // A code that both have redeemed counts once.
      uses: merged.redemptions.flatMap(([id]) => (own.has(id) ? { id, uses: -1 } : [])),
      codeIds: merged.codeIds,
      formerIds: merged.formerIds,
      noteIds: merged.noteIds,
    },
    record: {
      id: other.id,
      ...pickFieldValues(other),
      segments: other.segments,
      hidden: other.hidden,
      redemptions: merged.redemptions,
      codeIds: merged.codeIds,
      formerIds: merged.formerIds,
      noteIds: merged.noteIds,
      custom: allFieldValues(other) ?? undefined,
      stays: {
        createdAt: one.created_at,
        segments: one.segments,
        hidden: one.hidden,
        redemptions: survivor.redemptions,
        custom: custom.changed,
      },
    },
  };
}

/** Values of own fields after a merge: the survivor's, and the other's where it has none or `take` names them. */
function mergeFieldValues(one: ContactRow, other: ContactRow, take: TakenField[]) {
  const [own, others] = [allFieldValues(one), allFieldValues(other)];
  if (!own && !others) return { after: {}, changed: undefined };
  const filled = Object.entries(others ?? {}).filter(([key]) => own?.[key] === undefined);
  const taken = take.flatMap((name) => toFieldKey(name) ?? []);
  const changes: FieldChanges = {
    ...Object.fromEntries(filled),
    ...Object.fromEntries(taken.map((key) => [key, others?.[key] ?? null])),
  };
  const changed = Object.entries(changes).map(
    ([key, value]) => [key, [own?.[key] ?? null, value] as [FieldValue | null, FieldValue | null]] as const,
  );
  const hidden = { ...one.hiddenCustom, ...other.hiddenCustom };
  return {
    after: splitFieldValues(changeFieldValues(own, changes), (key) => Object.hasOwn(hidden, key)),
    changed: changed.length > 0 ? Object.fromEntries(changed) : undefined,
  };
}

/** A merge as stored in the activity. */
export interface StoredMerge {
  id: string;
  at: string;
  survivorId: string;
  before: Partial<Record<ContactField, string>> & { merged: MergeRecord };
  after: Partial<Record<ContactField, string>>;
}

/** Whether a stored merge, which left `survivor`, took exactly these fields, so that the request repeats it. */
export const hasTaken = (
  { before, after }: StoredMerge,
  survivor: ContactRow,
  take: TakenField[],
): boolean => {
  const { custom, stays } = before.merged;
  const keys = [...Object.keys(stays.custom ?? {}), ...take.flatMap((name) => toFieldKey(name) ?? [])];
  return (
    contactFields.every((name) =>
      take.includes(name)
        ? survivor[name] === (before.merged[name] ?? null)
        : !(name in before) && !(name in after),
    ) &&
    keys.every((key) =>
      take.includes(`fields.${key}`)
        ? isSameValue(survivor.custom?.[key] ?? null, custom?.[key] ?? null)
        : stays.custom?.[key]?.[0] === null,
    )
  );
};

/** Why a merge cannot be undone: it already was, the survivor is in the trash, or a later merge comes first. */
export type UndoObstacle = 'already-undone' | 'deleted' | 'merged-on';

export interface UndoDecision {
  outcome: 'undone' | 'missing' | 'conflict' | UndoObstacle;
  problems: Problem[];
  change: PairChange | null;
}

/** The stored data that undoing a merge needs. */
interface Undoing {
  survivor: Mergeable | undefined;
  merged: Mergeable | undefined;
  /** Owners of the addresses that both get back, and the segments that still exist. */
  stored: StoredContacts;
  /** Uses left of each code that the merged contact had redeemed. */
  usesLeft: ReadonlyMap<string, number>;
}

/**
 * `POST /merges/{id}/undo`: the merged contact comes back as it was; the survivor gives back what came only from it, and
 * keeps later changes. Refused for an `UndoObstacle`, or if another contact has an email, phone or id of theirs.
 */
export function decideUndoMerge(
  merge: StoredMerge,
  { survivor, merged, stored, usesLeft }: Undoing,
  { now }: Pick<Clock, 'now'>,
): UndoDecision {
  /** An undo that is not made. */
  const blocked = (outcome: UndoDecision['outcome'], problems: Problem[] = []): UndoDecision => ({
    outcome,
    problems,
    change: null,
  });
  const { merged: record } = merge.before;
  if (!survivor || !merged) return blocked('missing');
  // A different time belongs to a later merge, made after this one was undone.
  if (!merged.into || merged.deletedAt !== merge.at) return blocked('already-undone');
  // The latest merge is undone first: only then is it known what each merge brought.
  const isLatest = (survivor.lastMergedAt ?? '') <= merge.at;
  if (survivor.into || merged.into !== survivor.row.id || !isLatest) return blocked('merged-on');
  if (survivor.deletedAt) return blocked('deleted');

  const one = survivor.row;
  const given = contactFields.filter((name) => name in merge.before || name in merge.after);
  const isAsMerged = (name: ContactField) => one[name] === (merge.after[name] ?? null);
  const formerOf = (names: readonly ContactField[]) =>
    Object.fromEntries(names.map((name) => [name, merge.before[name] ?? null]));
  let fields: Partial<ContactRow> = formerOf(given.filter(isAsMerged));
  // If neither an email nor a phone would remain, restore both as they were before the merge.
  const isBare = addresses.every((name) => !{ ...one, ...fields }[name]);
  if (isBare) fields = { ...fields, ...formerOf(addresses.filter((name) => given.includes(name))) };
  const all = (of: Pick<MergeRecord, 'segments' | 'hidden'>) => [...of.segments, ...(of.hidden ?? [])];
  const left = unmerge(new Map(allAssignments(one)), all(record.stays), all(record));
  const hidden = new Set((one.hidden ?? []).map(([id]) => id));
  const own = unmergeFieldValues(one, merge, stored.fields);
  const after: ContactRow = {
    ...one,
    ...fields,
    created_at: record.stays.createdAt,
    ...changedAt(one, now),
    ...split([...left], (id) => !hidden.has(id)),
    ...own.survivor,
  };
  const other: ContactRow = {
    ...merged.row,
    ...noFields,
    ...pickFieldValues(record),
    ...changedAt(merged.row, now),
    ...split(all(record), (id) => stored.takes(id)),
    ...own.merged,
  };
  // Each keeps the marks of its addresses.
  after.marks = spreadMark(after, stored.marksOf(after, one));
  other.marks = spreadMark(other, stored.marksOf(other, null));
  const keysOf = (contact: ContactRow) =>
    new Map<ConflictPath, string | null>([
      ...addresses.map((path) => [path, contact[path]] as const),
      ...stored.idsOf(contact).map(({ path, value }) => [path, value] as const),
    ]);
  const [theirs, kept] = [keysOf(other), keysOf(after)];
  const problems = [...new Map([...theirs, ...kept]).keys()].flatMap((path): Problem[] => {
    // The survivor's former addresses and ids give way; one that it keeps is a conflict.
    const [value, own] = [theirs.get(path) ?? null, kept.get(path) ?? null];
    const owners = [value, own].map((one) => stored.owner(path, one));
    const third = owners.find((owner) => owner && owner.id !== one.id);
    const owner = value !== null && value === own ? one : third;
    return owner ? [{ path, rule: 'conflict', owner }] : [];
  });
  if (problems.length > 0) return blocked('conflict', problems);

  const had = new Map(survivor.redemptions);
  const has = unmerge(had, record.stays.redemptions, record.redemptions);
  const isBoth = (code: string) => has.has(code);
  // Another contact may have taken the use that the merge freed.
  const redeemed = record.redemptions.filter(([code]) => !isBoth(code) || (usesLeft.get(code) ?? 1) > 0);
  const changed = record.redemptions.flatMap(([code]) => (had.get(code) === has.get(code) ? [] : [code]));
  return {
    outcome: 'undone',
    problems: [],
    change: {
      survivor: { before: one, after },
      merged: { before: { ...merged.row, segments: [] }, after: other },
      redemptions: {
        removed: changed.flatMap((code_id) => (had.has(code_id) ? { contact_id: one.id, code_id } : [])),
        added: [
          ...changed.flatMap((code_id) => {
            const redeemed_at = has.get(code_id);
            return redeemed_at ? { contact_id: one.id, code_id, redeemed_at } : [];
          }),
          ...redeemed.map(([code_id, redeemed_at]) => ({ contact_id: other.id, code_id, redeemed_at })),
        ],
      },
      uses: redeemed.flatMap(([id]) => (isBoth(id) ? { id, uses: 1 } : [])),
      codeIds: record.codeIds.filter((id) => survivor.codeIds.includes(id)),
      formerIds: record.formerIds.filter((id) => survivor.formerIds.includes(id)),
      noteIds: record.noteIds.filter((id) => survivor.noteIds.includes(id)),
    },
  };
}

/** Values of own fields after the undo: later changes of the survivor stay, and what a field no longer takes does not come back. */
function unmergeFieldValues(
  survivor: ContactRow,
  { at, before: { merged: record } }: StoredMerge,
  fields: ReadonlyMap<string, FieldRow>,
) {
  const { custom, stays } = record;
  if (!custom && !stays.custom) return {};
  const isArchived = (key: string) =>
    fields.get(key)?.archived ?? Object.hasOwn(survivor.hiddenCustom ?? {}, key);
  const now = allFieldValues(survivor);
  const there = fieldsAt(fields, at);
  const fitting = (values: FieldValues | undefined) => fitFieldValues(there, values).fit;
  const back = Object.entries(stays.custom ?? {}).flatMap(([key, [before, after]]) => {
    const [former, taken] = [before, after].map((value) =>
      value === null ? null : (fitting({ [key]: value })[key] ?? null),
    ) as [FieldValue | null, FieldValue | null];
    const isOfMerge = isSameValue(now?.[key] ?? null, taken) && (former !== null || before === null);
    return isOfMerge ? [[key, former] as const] : [];
  });
  const left = changeFieldValues(now, Object.fromEntries(back));
  return {
    survivor: splitFieldValues(left, isArchived),
    merged: splitFieldValues(fitting(custom), isArchived),
  };
}

type Dated = [id: string, at: string];

/** Unites both lists by id, keeping the earlier time. */
function unite(some: Dated[] = [], others: Dated[] = []): Map<string, string> {
  const united = new Map(some);
  for (const [id, at] of others) united.set(id, earlier(united.get(id) ?? at, at));
  return united;
}

/**
 * Takes from `now` what came only from `others`; what was in `own` too gets back its time. An entry with a different time
 * was added again since, and stays.
 */
function unmerge(now: Map<string, string>, own: Dated[], others: Dated[]): Map<string, string> {
  const left = new Map(now);
  const before = new Map(own);
  const united = unite(own, others);
  for (const [id] of others) {
    if (now.get(id) !== united.get(id)) continue;
    const at = before.get(id);
    if (at) left.set(id, at);
    else left.delete(id);
  }
  return left;
}

/** Splits assignments into those to live and to deleted segments. */
const split = (all: Assignment[], isLive: (segmentId: string) => boolean) => ({
  segments: all.filter(([id]) => isLive(id)).sort(byAssignment),
  hidden: orNone(all.filter(([id]) => !isLive(id))),
});

const orNone = (assignments: Assignment[]) => (assignments.length > 0 ? assignments : undefined);

const earlier = (one: string, other: string): string => (one < other ? one : other);
