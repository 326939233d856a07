import { type ChangeInWords, mergedInWords, toChanges } from '@/components/activity/activity-words';
import { type FieldsByName, inSentence } from '@/components/contacts/field-words';
import { markReasonWords } from '@/components/contacts/mark-reason-labels';
import { joinWords } from '@/components/text/contact-name';
import { formatCountOf } from '@/components/text/format-count';
import type { Activity } from '@/lib/contract/activity';
import type { Segment } from '@/lib/contract/segment';

/** A part of a sentence: words, a value as a person wrote it, or a segment. */
export type Part = string | { value: string } | { segment: Pick<Segment, 'title' | 'color'> };

const DELETED = { segment: { title: 'a deleted segment', color: null } };

/**
 * A change of a contact as a sentence after the actor's name, "added Carla to VIP with FRIEND-003", and the changes that it
 * only counts.
 *
 * @param name A short name of the contact.
 */
export function toHistorySentence(
  entry: Activity,
  name: string,
  segments: readonly Segment[],
  fields?: FieldsByName,
): { parts: Part[]; changes: ChangeInWords[] } {
  const { action, before, after, subject } = entry;
  const person = { value: name };
  const told = (...parts: Part[]) => ({ parts, changes: [] });
  switch (action) {
    case 'contact.created':
    case 'contact.updated':
      return describeValues(entry, person, segments, fields);
    case 'contact.merged': {
      const { merged: _, ...old } = before ?? {};
      const { merged: __, ...now } = after ?? {};
      const changes = toChanges({ before: old, after: now }, segments, fields);
      const other = mergedInWords(before?.merged);
      const { email } = (before?.merged ?? {}) as { email?: string };
      const known: Part[] = email && email !== other ? [' (', { value: email }, ')'] : [];
      return { parts: ['merged ', { value: other }, ...known, ' into ', person], changes };
    }
    case 'contact.deleted':
      return told('moved ', person, ' to the trash');
    case 'contact.restored':
      return told('restored ', person);
    case 'contact.exported':
      return told('downloaded all data of ', person);
    case 'contact.note-deleted':
      return { parts: ['deleted a note'], changes: toChanges(entry, segments) };
    case 'segment.deleted':
      return told('deleted the segment ', { value: subject ?? '' }, ', which ', person, ' was in');
    case 'segment.restored':
      return told('restored the segment ', { value: subject ?? '' }, ', which ', person, ' is in again');
    default:
      return told('changed ', person);
  }
}

/** "added Carla to VIP with FRIEND-003", "changed the company from Acme to Globex", "changed the phone and company". */
function describeValues(
  { action, before, after }: Activity,
  person: Part,
  segments: readonly Segment[],
  fields: FieldsByName | undefined,
) {
  const { segmentIds: left = [], ...old } = before ?? {};
  const { segmentIds: joined = [], referralCode: code, ...now } = after ?? {};
  const [had, has] = [left as string[], joined as string[]];
  // By title, as in lists.
  const titled = (ids: string[]) => {
    const known = segments.filter(({ id }) => ids.includes(id)).map((segment) => ({ segment }));
    const deleted = ids.slice(known.length).map(() => DELETED);
    return [...known, ...deleted];
  };
  const added = titled(has.filter((id) => !had.includes(id)));
  const removed = titled(had.filter((id) => !has.includes(id)));
  const { doNotContact: _, ...was } = old;
  const { doNotContact: mark, removalReason: why, ...is } = now;
  const isNew = action === 'contact.created';
  const changes = toChanges(
    isNew ? { before: old, after: now } : { before: was, after: is },
    segments,
    fields,
  );
  const withCode: Part[] = code ? [' with ', { value: String(code) }] : [];
  const clauses: Part[][] = [];
  if (isNew || added.length > 0)
    clauses.push(['added ', person, ...(added.length > 0 ? [' to ', ...listed(added)] : []), ...withCode]);
  else if (code) clauses.push(['redeemed ', { value: String(code) }, ' for ', person]);
  if (removed.length > 0) clauses.push(['removed ', person, ' from ', ...listed(removed)]);
  if (why) clauses.push(['removed “Do not contact”: ', { value: String(why) }]);
  else if (mark && !isNew)
    clauses.push(['marked ', person, ` “Do not contact”: ${markReasonWords(String(mark))}`]);
  const [first, ...others] = isNew ? [] : changes;
  if (first) clauses.push(others.length === 0 ? describeChange(first) : [`changed ${labels(changes)}`]);
  const parts = listed(clauses.length > 0 ? clauses : [['updated ', person] as Part[]]);
  return { parts: parts.flat(), changes: isNew || others.length > 0 ? changes : [] };
}

/** "changed the company from Acme to Globex", "set the company to Globex", "removed the company Acme". */
function describeChange({ label, before, after }: ChangeInWords): Part[] {
  const field = labels([{ label }]);
  if (after === null) return [`removed ${field} `, { value: before ?? '' }];
  if (before === null) return [`set ${field} to `, { value: after }];
  return [`changed ${field} from `, { value: before }, ' to ', { value: after }];
}

/** "the phone and company"; of many, which are listed below, their number. */
const labels = (changes: readonly Pick<ChangeInWords, 'label'>[]): string =>
  changes.length > 3
    ? formatCountOf(changes.length, 'field')
    : `the ${joinWords(changes.map(({ label }) => inSentence(label)))}`;

/** Items with ", " and " and " between them. */
const listed = <T>(items: readonly T[]): (T | string)[] =>
  items.flatMap((item, index) => {
    if (index === 0) return [item];
    return [index === items.length - 1 ? ' and ' : ', ', item];
  });
