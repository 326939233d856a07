import type { ContactRow } from '@/lib/contacts/contact-row';
import {
  type Clock,
  type ContactRequest,
  type Decision,
  decide,
  isChange,
  missing,
  type Problem,
  type StoredContacts,
} from '@/lib/contacts/decide';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { ImportOutcome, ImportSettings } from '@/lib/contract/import';
import { titleKey } from '@/lib/contract/title-key';
import { isOtherPerson } from './other-person';

/** Segments by their title, whatever its case. */
export type SegmentsByTitle = Map<string, { id: string; title: string }>;

/** What a row asks for: values as they are stored, segments by title. */
export interface RowRequest {
  /** Of the contact, if the row names it. */
  id?: string;
  fields: Partial<Record<ContactField, string>>;
  segmentTitles?: string[];
  referralCode?: string;
  /** Whether the phone is imported only if a contact has it. */
  isUnusual?: true;
}

/** What a row is imported without: by a rule of its own, or one that `POST /contacts` would refuse it for. */
export type RowRule = Problem['rule'] | 'shared' | 'unusual';
export interface RowOmission {
  path: string;
  rule: RowRule;
  owner?: ContactRow;
}

export interface RowDecision extends Decision {
  /** `skipped` by the mode; `shared`: another person has its email or phone; `rejected` by a rule. */
  row: ImportOutcome;
  leftOut: RowOmission[];
}

/** What a row asks of the write path. */
export interface RowToDecide extends ContactRequest {
  /** Whether the phone is imported only if a contact has it. */
  isUnusual?: boolean;
  /** Of the contact that it creates. */
  newId?: string | null;
}

type RowRules = Pick<ImportSettings, 'mode' | 'fillBlanks'> &
  Partial<Pick<ImportSettings, 'sharedAddresses'>>;

/** What nobody has as an id: of a segment that is gone by now. */
const NO_SEGMENT = '00000000-0000-0000-0000-000000000000';

export function rowToDecide(
  { id, fields, segmentTitles = [], referralCode, isUnusual }: RowRequest,
  { segmentIds }: ImportSettings,
  segments: SegmentsByTitle,
): RowToDecide {
  const ids = segmentTitles.map((title) => segments.get(titleKey(title))?.id ?? NO_SEGMENT);
  const all = [...new Set([...segmentIds, ...ids])];
  return { id: null, contactId: id, fields, segmentIds: all, referralCode, isUnusual };
}

/**
 * Decides rows one after the other by the rules of `POST /contacts` and the mode of the import, each seeing what those before
 * it left in `stored`.
 */
export function decideRows(
  stored: StoredContacts,
  requests: RowToDecide[],
  clock: Clock,
  settings: RowRules,
): RowDecision[] {
  return requests.map((request) => {
    const nextId = () => request.newId ?? clock.nextId();
    const decision = decideRow(stored, request, { ...clock, nextId }, settings);
    if (decision.row === 'created' || decision.row === 'updated') stored.apply(decision);
    return decision;
  });
}

function decideRow(
  stored: StoredContacts,
  row: RowToDecide,
  clock: Clock,
  { mode, fillBlanks, sharedAddresses = 'hold' }: RowRules,
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
  if (!hasAddress(request.fields) && !(request.contactId && stored.find(request.contactId)))
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
    // A former address is none of its fields, so the contact is named.
    decision = decide(
      stored,
      { ...request, contactId: before.id, fields: findBlanks(before, request.fields) },
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

type Fields = ContactRequest['fields'];

const hasAddress = ({ email, phone }: Fields): boolean => Boolean(email || phone);

const without = (fields: Fields, omitted: { path: string }[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !omitted.some(({ path }) => path === name)));

/** A number that may be wrong is right if a contact has it. */
function withoutUnusual(stored: StoredContacts, row: RowToDecide, leftOut: RowOmission[]): RowToDecide {
  if (!row.isUnusual || stored.owner('phone', row.fields.phone)) return row;
  leftOut.push({ path: 'phone', rule: 'unusual' });
  return { ...row, fields: without(row.fields, [{ path: 'phone' }]) };
}

/** The addresses of a row that another person has. */
function sharedWith(
  stored: StoredContacts,
  { contactId, fields }: RowToDecide,
): (RowOmission & { owner: ContactRow })[] {
  const known = contactId ? stored.find(contactId) : null;
  const [byEmail, byPhone] = [stored.owner('email', fields.email), stored.owner('phone', fields.phone)];
  if (byEmail === byPhone) return [];
  const others = (['email', 'phone'] as const).flatMap((path) => {
    const owner = path === 'email' ? byEmail : byPhone;
    return owner && owner !== known && isOtherPerson(path, owner, fields)
      ? [{ path, rule: 'shared' as const, owner }]
      : [];
  });
  // Where both addresses are of others, the row is about one of them, and nobody knows which.
  return others.length === 1 ? others : [];
}

/** Without a code that cannot be redeemed, and segments that are gone. */
function withoutRefused(stored: StoredContacts, request: RowToDecide, problems: Problem[]): RowToDecide {
  return {
    ...request,
    segmentIds: (request.segmentIds ?? []).filter((id) => stored.segments.has(id)),
    referralCode: problems.some(({ path }) => path === 'referralCode') ? null : request.referralCode,
  };
}

/** The fields that are blank, and those by which the contact is found. */
const findBlanks = (before: ContactRow, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const stored = before[name as keyof typeof fields];
      return stored === null || stored === value;
    }),
  );
