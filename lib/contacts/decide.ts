import type { ConflictPath } from '@/lib/contract/conflict';
import { type ContactField, contactFields } from '@/lib/contract/contact-fields';
import {
  type Assignment,
  addressFields,
  addressKeys,
  byAssignment,
  type ContactRow,
  matchesEtag,
} from './contact-row';
import { type Marks, markOf, type NewMark, spreadMark } from './do-not-contact';
import {
  allFieldValues,
  changeFieldValues,
  type FieldChanges,
  type FieldRow,
  type OwnValues,
  parseFieldValues,
  toFieldPath,
} from './field-values';

/** A `POST` (upsert) or, with an `id`, a `PUT`. Values are parsed and normalized. */
export interface ContactRequest {
  /** The contact to update; `null` for an upsert, which finds it by email and phone. */
  id: string | null;
  /** Upsert: the contact, if known. If it does not exist, email and phone find one. */
  contactId?: string | null;
  /** Upsert: absent and null leave what is stored. Update: absent leaves, null clears. */
  fields: Partial<Record<ContactField, string | null>>;
  /** Values of own fields as given, by key; the same rules. */
  custom?: Record<string, unknown> | undefined;
  /** Upsert: added. Update: replace all assignments. */
  segmentIds?: string[] | null;
  referralCode?: string | null;
  /** Versions that `If-Match` allows and `If-None-Match` forbids. */
  ifMatch?: string[] | null;
  ifNoneMatch?: string[] | null;
  /** Marks the contact “Do not contact”. */
  mark?: NewMark | undefined;
}

export interface ReferralCodeRow {
  id: string;
  code: string;
  active: boolean;
  expires_at: string | null;
  referrer_id: string | null;
  max_redemptions: number | null;
  redemption_count: number;
  segment_ids: string[];
}

export type Rule =
  | 'unknown_segment'
  | 'segment_by_rule'
  | 'unknown_field'
  | 'field_value'
  | 'no_identifier'
  | 'same_contact'
  | 'code_not_recognized'
  | 'code_switched_off'
  | 'code_expired'
  | 'code_used_up'
  | 'code_own'
  | 'conflict';

/** A broken rule; `owner` has the email, phone or id in a conflict, `message` says what is wrong with a value or segment. */
export interface Problem {
  path: string;
  rule: Rule;
  owner?: ContactRow;
  message?: string;
}

export interface Decision {
  outcome: 'created' | 'updated' | 'unchanged' | 'missing' | 'stale' | 'invalid' | 'conflict';
  problems: Problem[];
  /** As stored before; `null` where there is no contact yet. */
  before: ContactRow | null;
  /** The contact afterwards, also for an upsert whose only problems are segments or the code; `null` if refused otherwise. */
  after: ContactRow | null;
  added: string[];
  removed: string[];
  /** The code that the request redeems. */
  redeemed: ReferralCodeRow | null;
  /** Whether a former address becomes the contact's email or phone again. */
  reclaims?: boolean;
  /** The deletion that moves the contact to the trash. */
  deletionId?: string;
}

/** A contact that was merged into another; its email and phone are former addresses of that one. */
export interface MergedRow {
  id: string;
  email: string | null;
  phone: string | null;
  into: string;
}

/** An id of another system, and the row that it stands for: of a live contact, or of one merged into it. */
export type IdRow = [key: string, value: string, contactId: string];

/** Time and ids of a batch, passed in to keep decisions pure. */
export interface Clock {
  /** ISO 8601, milliseconds, UTC. */
  now: string;
  /** The next UUIDv7 of that time, in ascending order. */
  nextId(): string;
}

/** The stored contacts, segments and codes that a batch of requests names. Applied decisions update them. */
export class StoredContacts {
  private readonly byId = new Map<string, ContactRow>();
  private readonly byKey = new Map<string, ContactRow>();
  /** Ids of surviving contacts, by former address, by former id of another system and by merged id. */
  private readonly survivorIds = new Map<string, string>();
  private readonly redeemed = new Set<string>();

  /**
   * @param segments The named segments that exist, with the titles of those by rule, by id.
   * @param codes By their text in the requests.
   * @param redemptions `[contact id, code id]`
   * @param fields Own fields that requests name, by key, archived ones included.
   * @param marks Of addresses that requests name.
   */
  constructor(
    contacts: ContactRow[],
    readonly segments: Map<string, string | null>,
    readonly codes: ReadonlyMap<string, ReferralCodeRow>,
    redemptions: [contactId: string, codeId: string][],
    merged: MergedRow[] = [],
    readonly fields: Map<string, FieldRow> = new Map(),
    private readonly marks: Marks = {},
    ids: IdRow[] = [],
  ) {
    for (const { id, into, ...addresses } of merged) {
      this.survivorIds.set(id, into);
      for (const { key } of addressKeys(addresses)) this.survivorIds.set(key, into);
    }
    for (const [key, value, id] of ids)
      this.survivorIds.set(`${toFieldPath(key)} ${value}`, this.survivorIds.get(id) ?? id);
    for (const contact of contacts) this.put(null, contact);
    for (const [contactId, codeId] of redemptions) this.redeemed.add(`${contactId} ${codeId}`);
  }

  contact(id: string): ContactRow | null {
    return this.byId.get(id) ?? null;
  }

  /** Whether contacts can be assigned to a named segment: it exists, and has no rule. */
  takes(segmentId: string): boolean {
    return this.segments.get(segmentId) === null;
  }

  /** The contact with this id, or the one that it was merged into. */
  find(id: string): ContactRow | null {
    return this.contact(id) ?? this.contact(this.survivorIds.get(id) ?? '');
  }

  /** The contact that has this email, phone or id, or had it before a merge. */
  owner(path: ConflictPath, value: string | null | undefined): ContactRow | null {
    if (!value) return null;
    const key = `${path} ${value}`;
    return this.byKey.get(key) ?? this.contact(this.survivorIds.get(key) ?? '');
  }

  /** Whether this email, phone or id is a former one of a contact. */
  isFormer(path: ConflictPath, value: string | null | undefined): boolean {
    return (
      !!value &&
      this.survivorIds.size > 0 &&
      this.contact(this.survivorIds.get(`${path} ${value}`) ?? '') !== null
    );
  }

  hasRedeemed(contact: ContactRow | null, code: ReferralCodeRow): boolean {
    return contact !== null && this.redeemed.has(`${contact.id} ${code.id}`);
  }

  ids(): string[] {
    return [...this.byId.keys()];
  }

  /** Marks of addresses: those that were read, and those of the contact before. */
  marksOf({ email, phone }: Pick<ContactRow, 'email' | 'phone'>, before: ContactRow | null) {
    const known = [email, phone].map((address) => this.marks[address ?? '']);
    return before?.marks ? [...known, markOf(before)] : known;
  }

  /** Replaces a contact by its newer state. */
  replace(contact: ContactRow): void {
    this.put(this.contact(contact.id), contact);
  }

  /** Lets later requests see a decision: the contact after it, and its redemption. */
  apply({ before, after, redeemed }: Decision): void {
    if (!after) return;
    this.put(before, after);
    if (!redeemed) return;
    redeemed.redemption_count++;
    this.redeemed.add(`${after.id} ${redeemed.id}`);
  }

  /** The values of a contact in the fields of type `id` that are known here, archived ones included. */
  idsOf(contact: OwnValues): { path: ConflictPath; value: string; key: string }[] {
    if (this.fields.size === 0) return [];
    const values = allFieldValues(contact) ?? {};
    return [...this.fields.values()].flatMap(({ key, type }) => {
      const value = type === 'id' && values[key];
      const path = toFieldPath(key);
      return typeof value === 'string' ? { path, value, key: `${path} ${value}` } : [];
    });
  }

  /** Replaces a contact, which is found by its addresses and ids from now on. */
  private put(before: ContactRow | null, after: ContactRow): void {
    this.byId.set(after.id, after);
    const keys = (contact: ContactRow) => [...addressKeys(contact), ...this.idsOf(contact)];
    for (const { key } of before ? keys(before) : []) this.byKey.delete(key);
    for (const { key } of keys(after)) {
      this.byKey.set(key, after);
      this.survivorIds.delete(key);
    }
  }
}

/** Decides requests in order; each sees the results of those before it. Changes `stored`. */
export function decideAll(stored: StoredContacts, requests: ContactRequest[], clock: Clock): Decision[] {
  return requests.map((request) => {
    const decision = decide(stored, request, clock);
    if (isChange(decision)) stored.apply(decision);
    return decision;
  });
}

export const isChange = ({ outcome }: Decision): boolean => outcome === 'created' || outcome === 'updated';

/**
 * Decides one request, an update if it has an `id`, else an upsert; changes nothing. All rules of upserting, updating and
 * redeeming are here.
 */
export function decide(stored: StoredContacts, request: ContactRequest, clock: Clock): Decision {
  const decision =
    request.id === null
      ? decideUpsert(stored, request, clock)
      : decideUpdate(stored, request, request.id, clock);
  return decideMark(stored, decision, clock, request.mark);
}

/**
 * Marks the contact after a decision if one of its addresses, the contact before or the request is marked. Nothing but an
 * explicit removal takes a mark away: new addresses of a marked contact get it, too.
 */
export function decideMark(
  stored: StoredContacts,
  decision: Decision,
  { now }: Clock,
  asked?: NewMark,
): Decision {
  const { before, after } = decision;
  if (!after) return decision;
  const known = stored.marksOf(after, before);
  const marks = spreadMark(after, asked ? [...known, { ...asked, since: now }] : known);
  if (!marks) return decision;
  const marked = { ...after, marks };
  if (decision.outcome !== 'unchanged' || markOf(marked)?.reason === (before && markOf(before)?.reason))
    return { ...decision, after: marked };
  return { ...decision, outcome: 'updated', after: { ...marked, ...changedAt(after, now) } };
}

/** Time and version of a contact after a change. The time never goes back. */
export const changedAt = ({ version, updated_at }: ContactRow, now: string) => ({
  updated_at: updated_at > now ? updated_at : now,
  version: version + 1,
});

/**
 * `POST /contacts` (docs/decisions/interface.md, Matching): creates a contact, or changes the one found by `contactId`, ids of
 * other systems, email or phone, in this order. Given values replace stored ones, segments are added; blank values and missing
 * segments erase nothing.
 */
function decideUpsert(stored: StoredContacts, request: ContactRequest, clock: Clock): Decision {
  const { fields, segmentIds, referralCode, ifMatch, ifNoneMatch } = request;
  const custom = request.custom && parseFieldValues(stored.fields, request.custom);
  const problems = findUnknownSegments(stored, segmentIds);
  if (custom) problems.push(...custom.problems);
  const owners = findOwners(stored, fields, custom?.changes);
  const known = request.contactId ? stored.find(request.contactId) : null;
  const before = known ?? owners.find(({ owner }) => owner)?.owner ?? null;
  // A former address or id alone finds the contact but cannot give it a new one: that may be another person's.
  const isStranger =
    owners.every(({ path, value, owner }) => !owner || stored.isFormer(path, value)) &&
    owners.some(({ owner }) => !owner);
  const isConflict = isStranger || owners.some(({ owner }) => owner && owner !== before);
  const conflicts = owners.flatMap(({ path, owner }): Problem[] =>
    isConflict && owner && owner !== known ? [{ path, rule: 'conflict', owner }] : [],
  );
  if (!before && !fields.email && !fields.phone) problems.unshift({ path: 'email', rule: 'no_identifier' });

  const code = (referralCode && stored.codes.get(referralCode)) || null;
  let redeemed = code && !stored.hasRedeemed(before, code) ? code : null;
  // In a conflict, the redeeming contact is unknown: check only that the code exists.
  const codeProblem =
    !referralCode || (code && conflicts.length > 0)
      ? null
      : findRedemptionProblem(code, redeemed, before, clock.now);
  if (codeProblem) {
    problems.push({ path: 'referralCode', rule: codeProblem });
    redeemed = null;
  }
  if (conflicts.length > 0)
    return refused(problems.length > 0 ? 'invalid' : 'conflict', [...problems, ...conflicts], before);
  if (
    (ifMatch && !(before && matchesEtag(ifMatch, before))) ||
    (before && ifNoneMatch && matchesEtag(ifNoneMatch, before))
  )
    return refused(problems.length > 0 ? 'invalid' : 'stale', problems, before);

  if (!before && !fields.email && !fields.phone) return refused('invalid', problems, null);

  // An upsert by a former address or id does not make it the contact's own again.
  const isKeyOnly = (name: string, value: string) => isAddress(name) && stored.isFormer(name, value);
  const given = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value && !isKeyOnly(name, value)),
  );
  const wanted = [...(segmentIds ?? []), ...(redeemed?.segment_ids ?? [])];
  const add = toAssignments(wanted, clock);
  const values =
    custom &&
    Object.fromEntries(
      Object.entries(custom.changes).filter(
        ([key, value]) => value !== null && !stored.isFormer(toFieldPath(key), String(value)),
      ),
    );
  const decision = decideChange(before, given, { add, remove: [] }, redeemed, clock, values);
  return problems.length > 0 ? { ...decision, outcome: 'invalid', problems } : decision;
}

/** What a request names a contact by, each with the contact that it leads to: ids of other systems, then email and phone. */
function findOwners(stored: StoredContacts, fields: ContactRequest['fields'], changes: FieldChanges = {}) {
  const named: { path: ConflictPath; value: string; owner: ContactRow | null }[] = [];
  const add = (path: ConflictPath, value: unknown) => {
    if (typeof value === 'string' && value !== '')
      named.push({ path, value, owner: stored.owner(path, value) });
  };
  for (const [key, value] of Object.entries(changes))
    if (stored.fields.get(key)?.type === 'id') add(toFieldPath(key), value);
  for (const name of addressFields) add(name, fields[name]);
  return named;
}

const isAddress = (name: string): name is 'email' | 'phone' => name === 'email' || name === 'phone';

/**
 * `PUT /contacts/{id}`: absent is unchanged, null is cleared, segments are replaced. Refused if neither email nor phone
 * would be left. The id of a merged contact leads to its survivor.
 */
function decideUpdate(stored: StoredContacts, request: ContactRequest, id: string, clock: Clock): Decision {
  const { fields, segmentIds, ifMatch } = request;
  const before = stored.find(id);
  if (!before) return missing;
  if (ifMatch && !matchesEtag(ifMatch, before)) return refused('stale', [], before);
  const after = { ...before, ...fields };
  const problems: Problem[] = [];
  if (!after.email && !after.phone)
    problems.push({ path: before.email === null ? 'phone' : 'email', rule: 'no_identifier' });
  const custom = request.custom && parseFieldValues(stored.fields, request.custom);
  problems.push(...findUnknownSegments(stored, segmentIds), ...(custom?.problems ?? []));
  const conflicts = findOwners(stored, after, custom?.changes).flatMap(({ path, owner }): Problem[] =>
    owner && owner !== before ? [{ path, rule: 'conflict', owner }] : [],
  );
  if (problems.length > 0) return refused('invalid', [...problems, ...conflicts], before);
  if (conflicts.length > 0) return refused('conflict', conflicts, before);
  const wanted = new Set(segmentIds);
  const remove = segmentIds ? segmentIdsOf(before).filter((segmentId) => !wanted.has(segmentId)) : [];
  const decision = decideChange(
    before,
    fields,
    { add: toAssignments(segmentIds ?? [], clock), remove },
    null,
    clock,
    custom?.changes,
  );
  const reclaims = addressFields.some((name) => stored.isFormer(name, after[name]));
  return reclaims ? { ...decision, reclaims } : decision;
}

/**
 * Decides the contact after these fields, assignments, redemption and own fields: a new one without `before`; `unchanged` if
 * nothing differs.
 */
export function decideChange(
  before: ContactRow | null,
  fields: ContactRequest['fields'],
  segments: { add: Assignment[]; remove: string[] },
  redeemed: ReferralCodeRow | null,
  { now, nextId }: Clock,
  changes?: FieldChanges,
): Decision {
  const assigned = new Set(before && segmentIdsOf(before));
  const assignments = [...new Map(segments.add)].filter(([id]) => !assigned.has(id)).sort();
  const added = assignments.map(([id]) => id);
  const removed = segments.remove.filter((id) => assigned.has(id));
  const old = before ?? emptyContact(nextId(), now);
  const custom = changes ? changeFieldValues(old.custom, changes) : (old.custom ?? null);
  const isCustomSame = custom === (old.custom ?? null);
  const isSame =
    before !== null &&
    !redeemed &&
    added.length + removed.length === 0 &&
    isCustomSame &&
    contactFields.every((name) => fields[name] === undefined || fields[name] === before[name]);
  if (isSame) return { outcome: 'unchanged', problems: [], before, after: before, added, removed, redeemed };
  const kept = old.segments.filter(([id]) => !removed.includes(id));
  const after: ContactRow = {
    ...old,
    ...fields,
    updated_at: before && before.updated_at > now ? before.updated_at : now,
    version: old.version + 1,
    segments: [...kept, ...assignments].sort(byAssignment),
  };
  if (!isCustomSame) after.custom = custom;
  return { outcome: before ? 'updated' : 'created', problems: [], before, after, added, removed, redeemed };
}

/** Why a contact cannot redeem a code; `null` if it can, or has done so before. */
function findRedemptionProblem(
  code: ReferralCodeRow | null,
  redeemed: ReferralCodeRow | null,
  contact: ContactRow | null,
  now: string,
): Rule | null {
  if (!code) return 'code_not_recognized';
  // Redeemed before: a retry is safe and does not count again.
  if (!redeemed) return null;
  if (contact && code.referrer_id === contact.id) return 'code_own';
  if (!code.active) return 'code_switched_off';
  if (code.expires_at !== null && code.expires_at <= now) return 'code_expired';
  if (code.max_redemptions !== null && code.redemption_count >= code.max_redemptions) return 'code_used_up';
  return null;
}

/** Why nobody can be assigned to a segment by rule. */
export const byRuleMessage = (title: string): string => `People join ${title} by its rule.`;

/** A problem for each segment that does not exist or has a rule, with its place as `path`, such as `segmentIds.0`. */
const findUnknownSegments = (stored: StoredContacts, segmentIds: ContactRequest['segmentIds']): Problem[] =>
  (segmentIds ?? []).flatMap((id, index): Problem[] => {
    const path = `segmentIds.${index}`;
    const title = stored.segments.get(id);
    if (title) return [{ path, rule: 'segment_by_rule', message: byRuleMessage(title) }];
    return title === null ? [] : [{ path, rule: 'unknown_segment' }];
  });

const toAssignments = (segmentIds: string[], { now }: Clock): Assignment[] =>
  segmentIds.map((id) => [id, now]);

export const segmentIdsOf = ({ segments }: ContactRow): string[] => segments.map(([id]) => id);

/** Fields that differ, with both values; not the organization's own (`changedFieldValues`). */
export const changedFields = (before: ContactRow | null, after: ContactRow | null) =>
  contactFields.flatMap((field) => {
    const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
    return was === is ? [] : [{ field, before: was, after: is }];
  });

/** Ids of segments added to and removed from a contact; hidden assignments do not count. */
export function findSegmentChanges(before: ContactRow | null, after: ContactRow) {
  const [had, has] = [before ? segmentIdsOf(before) : [], segmentIdsOf(after)];
  return { added: has.filter((id) => !had.includes(id)), removed: had.filter((id) => !has.includes(id)) };
}

function refused(outcome: Decision['outcome'], problems: Problem[], before: ContactRow | null): Decision {
  return { outcome, problems, before, after: null, added: [], removed: [], redeemed: null };
}

export const missing: Decision = refused('missing', [], null);

/** All contact fields set to null. */
export const noFields = Object.fromEntries(contactFields.map((name) => [name, null])) as Record<
  ContactField,
  null
>;

/** A new contact without values, of version 0. */
function emptyContact(id: string, now: string): ContactRow {
  // The spread comes last: each property after a spread costs a microsecond or more.
  return { id, created_at: now, updated_at: now, version: 0, segments: [], ...noFields };
}
