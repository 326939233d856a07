import type { ContactRow } from '@/lib/contacts/contact-row';
import {
  type Clock,
  type ContactRequest,
  changedFields,
  type Decision,
  decide,
  findSegmentChanges,
  isChange,
  missing,
  type Problem,
  type StoredContacts,
} from '@/lib/contacts/decide';
import { changedFieldValues, toFieldKey, toFieldPath } from '@/lib/contacts/field-values';
import type { Actor } from '@/lib/contract/actor';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { FieldValues } from '@/lib/contract/field';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import { isOtherPerson } from './other-person';

/** Segments by their title, ignoring case. */
export type SegmentsByTitle = Map<string, { id: string; title: string }>;

/** The contents of a row: normalized values, and segments by title. */
export interface RowRequest {
  /** Id of the contact, if the row has one. */
  id?: string;
  fields: Partial<Record<ContactField, string>>;
  /** Values of own fields, by key. */
  custom?: FieldValues;
  segmentTitles?: string[];
  /** Segments of a proposed contact. */
  segmentIds?: string[];
  referralCode?: string;
  /** Text of a note about the contact, if the row creates or updates it. */
  note?: string;
  /** Whether the phone is imported only if a contact has it. */
  isUnusual?: true;
  /** Whether the contact is marked “Do not contact”. */
  doNotContact?: true;
}

/** Why a value is left out: a rule of imports, or one by which `POST /contacts` would refuse the row. */
export type RowRule = Problem['rule'] | 'shared' | 'unusual' | 'changed';
export interface RowOmission {
  path: string;
  rule: RowRule;
  owner?: ContactRow;
  message?: string;
}

export interface RowDecision extends Decision {
  /** `skipped` by the mode; `shared`: another person has its email or phone; `rejected` by a rule. */
  row: ImportOutcome;
  leftOut: RowOmission[];
}

/** A row as a request to the write path. */
export interface RowToDecide extends ContactRequest {
  /** Whether the phone is imported only if a contact has it. */
  isUnusual?: boolean;
  /** Id for the contact that the row creates. */
  newId?: string | null;
  /** What was approved: the row is not written if it turns out otherwise. */
  approved?: { outcome: ImportOutcome; after: ContactRow | null; redeems: string | null };
}

type RowRules = Pick<ImportSettings, 'mode' | 'fillBlanks' | 'sharedAddresses'>;

/** An id that no segment has, for a title whose segment no longer exists. */
const NO_SEGMENT = '00000000-0000-0000-0000-000000000000';

/**
 * Converts a row to an upsert, in the segments of its titles and of the settings. Titles without a segment get
 * `NO_SEGMENT`, which `decideRow` leaves out.
 */
export function rowToDecide(
  {
    id,
    fields,
    custom,
    segmentTitles = [],
    segmentIds: own = [],
    referralCode,
    isUnusual,
    doNotContact,
  }: RowRequest,
  { segmentIds }: ImportSettings,
  segments: SegmentsByTitle,
  by: Actor,
): RowToDecide {
  const ids = segmentTitles.map((title) => segments.get(titleKey(title))?.id ?? NO_SEGMENT);
  const all = [...new Set([...segmentIds, ...own, ...ids])];
  const mark = doNotContact && { reason: 'imported' as const, by };
  return { id: null, contactId: id, fields, custom, segmentIds: all, referralCode, isUnusual, mark };
}

/**
 * Decides rows in order, by the rules of `POST /contacts` and the mode of the import. Each row sees the results of those
 * before it in `stored`.
 */
export function decideRows(
  stored: StoredContacts,
  requests: RowToDecide[],
  clock: Clock,
  settings: RowRules,
): RowDecision[] {
  return requests.map((request) => {
    const nextId = () => request.newId ?? clock.nextId();
    let decision = decideRow(stored, request, { ...clock, nextId }, settings);
    if (request.approved && !isAsApproved(request.approved, decision)) decision = CHANGED;
    if (decision.row === 'created' || decision.row === 'updated') stored.apply(decision);
    return decision;
  });
}

/**
 * Decides a row by the mode; does not change `stored`. Leaves out values that `POST /contacts` would refuse, if others
 * suffice. Holds or leaves out an address of another person, by `sharedAddresses`.
 */
function decideRow(
  stored: StoredContacts,
  row: RowToDecide,
  clock: Clock,
  { mode, fillBlanks, sharedAddresses }: RowRules,
): RowDecision {
  const leftOut: RowOmission[] = [];
  let request = withoutUnusual(stored, row, leftOut);
  const shared = sharedAddresses === 'update' ? [] : sharedWith(stored, request);
  const [first] = shared;
  if (first) {
    const fields = without(request.fields, shared);
    if (sharedAddresses === 'hold' || !hasAddress(fields))
      return {
        ...nothing,
        row: 'shared',
        before: first.owner,
        problems: [],
        leftOut: [...leftOut, ...shared],
      };
    request = { ...request, fields };
    leftOut.push(...shared);
  }
  if (!hasAddress(request.fields) && !findKnown(stored, request))
    return { ...nothing, row: 'rejected', problems: [{ path: 'email', rule: 'no_identifier' }], leftOut };

  let decision = decide(stored, request, clock);
  if (decision.outcome === 'invalid') {
    const problems = decision.problems.filter(({ rule }) => rule !== 'conflict');
    leftOut.push(...problems);
    request = withoutRefused(stored, request, problems);
    decision = decide(stored, request, clock);
  }
  const { before } = decision;
  if (fillBlanks && before && isChange(decision))
    // Name the contact: `findBlanks` drops a former address by which it was found.
    decision = decide(
      stored,
      {
        ...request,
        contactId: before.id,
        fields: findBlanks(before, request.fields),
        custom: request.custom && findBlanks(before.custom ?? {}, request.custom),
      },
      clock,
    );
  const { outcome } = decision;
  if (outcome === 'conflict' || outcome === 'invalid' || outcome === 'missing' || outcome === 'stale')
    return { row: outcome === 'conflict' ? 'conflict' : 'rejected', leftOut, ...decision };
  const skips = (mode === 'create' && before) || (mode === 'update' && !before);
  return skips
    ? { row: 'skipped', leftOut, ...decision, outcome: 'stale', after: before }
    : { row: outcome, leftOut, ...decision };
}

const nothing: Decision = { ...missing, outcome: 'unchanged' };

const CHANGED: RowDecision = {
  ...nothing,
  row: 'conflict',
  problems: [],
  leftOut: [{ path: '', rule: 'changed' }],
};

/** Whether a row does exactly what was approved, to the version of the contact that was shown. */
function isAsApproved(
  { outcome, after, redeems }: NonNullable<RowToDecide['approved']>,
  { row, after: now, redeemed }: RowDecision,
): boolean {
  if (row !== outcome || !after || !now || after.version !== now.version) return false;
  if (redeems !== (redeemed?.id ?? null)) return false;
  const { added, removed } = findSegmentChanges(after, now);
  const others = [...changedFields(after, now), ...changedFieldValues(after, now), ...added, ...removed];
  return (outcome === 'created' || after.id === now.id) && others.length === 0;
}

type Fields = ContactRequest['fields'];

const hasAddress = ({ email, phone }: Fields): boolean => Boolean(email || phone);

const without = <Values extends object>(fields: Values, omitted: { path: string }[]): Values =>
  Object.fromEntries(
    Object.entries(fields).filter(([name]) => !omitted.some(({ path }) => path === name)),
  ) as Values;

/** Leaves out a number that may be mistyped, unless a contact has it, and adds it to `leftOut`. */
function withoutUnusual(stored: StoredContacts, row: RowToDecide, leftOut: RowOmission[]): RowToDecide {
  if (!row.isUnusual || stored.owner('phone', row.fields.phone)) return row;
  leftOut.push({ path: 'phone', rule: 'unusual' });
  return { ...row, fields: without(row.fields, [{ path: 'phone' }]) };
}

/** The contact that the row's id leads to, or an id of another system. */
function findKnown(stored: StoredContacts, { contactId, custom }: RowToDecide): ContactRow | null {
  const byIds = Object.entries(custom ?? {}).map(([key, value]) =>
    stored.owner(toFieldPath(key), typeof value === 'string' ? value : null),
  );
  return (contactId && stored.find(contactId)) || (byIds.find((owner) => owner) ?? null);
}

/** The address of a row that belongs to another person; none if both do. */
function sharedWith(stored: StoredContacts, row: RowToDecide): (RowOmission & { owner: ContactRow })[] {
  const { fields } = row;
  const known = findKnown(stored, row);
  const [byEmail, byPhone] = [stored.owner('email', fields.email), stored.owner('phone', fields.phone)];
  if (byEmail === byPhone) return [];
  const others = (['email', 'phone'] as const).flatMap((path) => {
    const owner = path === 'email' ? byEmail : byPhone;
    return owner && owner !== known && isOtherPerson(path, owner, fields)
      ? [{ path, rule: 'shared' as const, owner }]
      : [];
  });
  // If both addresses belong to other people, the row may be about either: that is a conflict.
  return others.length === 1 ? others : [];
}

/** Leaves out a code that cannot be redeemed, segments that no longer exist, and refused values of own fields. */
function withoutRefused(stored: StoredContacts, request: RowToDecide, problems: Problem[]): RowToDecide {
  const { custom } = request;
  return {
    ...request,
    custom:
      custom &&
      without(
        custom,
        problems.map(({ path }) => ({ path: toFieldKey(path) ?? '' })),
      ),
    segmentIds: (request.segmentIds ?? []).filter((id) => stored.takes(id)),
    referralCode: problems.some(({ path }) => path === 'referralCode') ? null : request.referralCode,
  };
}

/** The values of a row that are blank in the contact, or the same. */
const findBlanks = <Values extends object>(before: object, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const stored = (before as Record<string, unknown>)[name] ?? null;
      return stored === null || stored === value;
    }),
  ) as Values;
