import { capitalized, filterWords } from '@/components/contacts/contact-list-state';
import { formFields } from '@/components/contacts/field-labels';
import { typeNames } from '@/components/contacts/field-type-names';
import {
  type FieldsByName,
  fieldValueWords,
  findOwnField,
  inSentence,
  labelOfField,
  NO_FIELDS,
} from '@/components/contacts/field-words';
import { markReasonWords } from '@/components/contacts/mark-reason-labels';
import { ruleChangeWords, ruleWords } from '@/components/contacts/rule-words';
import { contactName, joinWords } from '@/components/text/contact-name';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { shortName } from '@/components/ui/actor-name';
import type { Activity, ListTaken } from '@/lib/contract/activity';
import type { ContactField } from '@/lib/contract/contact-fields';
import type { FieldType, FieldValue } from '@/lib/contract/field';
import type { Segment } from '@/lib/contract/segment';

/** Verb of each action, to put between the names of actor and subject. */
const verbs: Record<Activity['action'], string> = {
  'contact.created': 'added',
  'contact.updated': 'updated',
  'contact.deleted': 'deleted',
  'contact.restored': 'restored',
  'contact.merged': 'merged a contact into',
  'contact.purged': 'deleted a contact forever',
  'contact.exported': 'downloaded all data of',
  'contact.noted': 'added a note about',
  'contact.note-deleted': 'deleted a note about',
  'segment.created': 'created segment',
  'segment.updated': 'updated segment',
  'segment.deleted': 'deleted segment',
  'segment.restored': 'restored segment',
  'segment.members-changed': 'saw people join and leave',
  'referral-code.created': 'created referral code',
  'referral-code.updated': 'updated referral code',
  'field.created': 'created field',
  'field.updated': 'updated field',
  'field.deleted': 'deleted field',
  'token.created': 'created token',
  'token.revoked': 'revoked token',
  'webhook.created': 'created webhook',
  'webhook.updated': 'updated webhook',
  'webhook.deleted': 'deleted webhook',
  'person.invited': 'invited',
  'person.joined': 'joined',
  'person.updated': 'updated the account of',
  'person.deactivated': 'deactivated the account of',
  'person.reactivated': 'reactivated the account of',
  'person.signed-in': 'signed in',
  'person.sign-in-failed': 'Sign-in failed for',
  'organization.updated': 'updated the organization',
  'proposal.created': 'proposed',
  'proposal.approved': 'approved',
  'proposal.declined': 'declined',
  'proposal.withdrawn': 'withdrew',
  'list.exported': 'exported',
  'list.downloaded': 'downloaded',
  'list.read': 'read',
};

/** The properties of a segment that messages need. */
export type Titled = Pick<Segment, 'id' | 'title'>;

/** One changed field in words; `null` for no value. */
export interface ChangeInWords {
  label: string;
  before: string | null;
  after: string | null;
}

/** Labels of fields other than those of contacts, if they differ from the field's name. */
const otherLabels: Record<string, string> = {
  expiresAt: 'Expires',
  formerAddress: 'Former address',
  referrerId: 'Referrer',
  maxRedemptions: 'Maximum uses',
  timeZone: 'Time zone',
  dateFormat: 'Date format',
  assistantReads: 'Contacts an assistant may read a day',
  doNotContact: 'Do not contact',
  removalReason: 'Why',
  twoFactorRequired: 'Two-factor required',
  notSent: 'Not sent',
  twoFactor: 'Two-factor sign-in',
  url: 'URL',
  twoApprovers: 'Two people must approve',
  types: 'Events',
};

/** The changed fields in words, in the order of the form; unknown fields last. For lists, what was exported. */
export function toChanges(
  { action, before, after }: Pick<Activity, 'before' | 'after'> & Partial<Pick<Activity, 'action'>>,
  segments: readonly Titled[],
  fields: FieldsByName = NO_FIELDS,
): ChangeInWords[] {
  if (action === 'segment.members-changed' || action?.startsWith('proposal.')) return [];
  if (action?.startsWith('list.')) return listInWords(after as unknown as ListTaken, segments, fields);
  if (action === 'field.updated' && before?.type && after?.type) return [typeChangeInWords(before, after)];
  const names = new Set<string>([...formFields, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // Name and email are not changes here: they only identify the person.
  if (action?.startsWith('person.') && !before) for (const name of ['name', 'email']) names.delete(name);
  return [...names]
    .map((name) => {
      if (name === 'merged') return { label: 'Merged', before: null, after: mergedInWords(before?.[name]) };
      const own = findOwnField(name, fields);
      if (own) {
        const [old, now] = [before?.[name], after?.[name]].map((value) =>
          valueInWords(value) === null ? null : fieldValueWords(own, value as FieldValue),
        );
        return { label: own.label, before: old ?? null, after: now ?? null };
      }
      const label =
        labelOfField(name, fields) ?? otherLabels[name] ?? capitalized(name.replace(/^fields[.:]/, ''));
      if (name === 'segmentIds')
        return { label, ...segmentsInWords(before?.[name], after?.[name], segments) };
      if (name === 'rule') {
        const [old, now] = [before, after].map((one) => ruleInWords(one?.rule, segments, fields));
        if (old && now) return { label, before: null, after: ruleChangeWords(old, now) || null };
        const [was, is] = [old, now].map((words) => words?.join(', '));
        return { label, before: was ?? (before && 'by hand'), after: is ?? (after && 'by hand') };
      }
      const [old, now] = [valueInWords(before?.[name]), valueInWords(after?.[name])];
      if (name === 'doNotContact')
        return { label, before: old && markReasonWords(old), after: now && markReasonWords(now) };
      if (name === 'phone') return { label, before: old && formatPhone(old), after: now && formatPhone(now) };
      return { label, before: old, after: now };
    })
    .filter((change) => change.before !== change.after);
}

/** "Type: Text → Choice: 412 values, 3 cleared" */
function typeChangeInWords(before: Record<string, unknown>, after: Record<string, unknown>): ChangeInWords {
  const [old, now] = [before.type, after.type].map((type) => typeNames[type as FieldType]);
  const { values, cleared } = after;
  const counts = [
    values !== undefined && formatCountOf(Number(values), 'value'),
    cleared && `${formatCount(Number(cleared))} cleared`,
  ];
  const words = counts.filter(Boolean).join(', ');
  return { label: 'Type', before: old ?? null, after: words ? `${now}: ${words}` : (now ?? null) };
}

const withoutSubject: readonly Activity['action'][] = [
  'contact.purged',
  'person.signed-in',
  'person.joined',
  'organization.updated',
];

const listNouns: Record<ListTaken['list'], string> = {
  contacts: 'contact',
  activity: 'activity entry',
  'rejected rows': 'rejected row',
};

/** Describes the export or download of a list: its rows, columns and format. */
function listInWords(
  { list, as, selected, filter, columns, leftOut, includesDoNotContact: included, tool }: ListTaken,
  segments: readonly Titled[],
  fields: FieldsByName,
) {
  if (tool) return [{ label: 'Tool', before: null, after: tool }];
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const narrowed =
    filter && (list === 'contacts' ? filterWords(filter, byId, fields) : JSON.stringify(filter));
  return [
    { label: 'Rows', before: null, after: selected ? 'selected' : narrowed || 'all' },
    ...(leftOut ? [{ label: 'Do not contact', before: null, after: `${leftOut} left out` }] : []),
    ...(included ? [{ label: 'Do not contact', before: null, after: `${included} included` }] : []),
    ...(columns ? [{ label: 'Columns', before: null, after: columns.join(', ') }] : []),
    ...(as === 'file' ? [{ label: 'Format', before: null, after: as }] : []),
  ];
}

/**
 * The parts of an entry's sentence after the actor's name: "changed the company of" "Ana", "Acme" → "Globex". `change` is `null`
 * unless it is the only one.
 */
export function toSentence(
  { action, actor, subject, after }: Pick<Activity, 'action' | 'actor' | 'subject' | 'after'>,
  changes: readonly ChangeInWords[],
) {
  const verb = verbs[action];
  if (action === 'person.joined' && actor.kind === 'system')
    return { verb: 'created the account of', subject, change: null };
  if (action === 'segment.members-changed') {
    const reason = after?.cause === 'time' ? 'days passed' : 'its rule changed';
    return { verb: movesInWords(after), subject, change: { label: '', before: null, after: reason } };
  }
  if (action === 'proposal.approved' || action === 'proposal.declined') {
    const { proposedBy, needsSecond } = after as { proposedBy?: string; needsSecond?: true };
    const words = `proposed by ${proposedBy && shortName(proposedBy)}${needsSecond ? ', waits for a second person' : ''}`;
    const change = { label: '', before: null, after: words };
    return { verb, subject, change: proposedBy ? change : null };
  }
  if (action.startsWith('list.')) {
    const { list, count, as, columns } = after as unknown as ListTaken;
    // Only copying reads emails without their contacts at once.
    if (as === 'stream' && columns?.join() === 'email,id')
      return { verb: `copied ${formatCountOf(count, 'email')}`, subject: null, change: null };
    const noun = listNouns[list];
    const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : undefined;
    return { verb: `${verb} ${formatCountOf(count, noun, many)}`, subject: null, change: null };
  }
  const [first, ...others] = changes;
  const labels = joinWords(changes.map(({ label }) => inSentence(label)));
  const name = formatPhone(subject ?? (action.startsWith('contact.') ? 'contact deleted forever' : ''));
  const { doNotContact, removalReason } = after ?? {};
  if (removalReason || (doNotContact && changes.length === 1 && action.endsWith('.updated'))) {
    const verb = removalReason ? 'removed “Do not contact” from' : 'set “Do not contact” for';
    // The reason comes last.
    return {
      verb,
      subject: action === 'contact.updated' ? name : 'an address',
      change: changes.at(-1) ?? null,
    };
  }
  if (action === 'organization.updated' && first) {
    const verb = labels === 'name' ? 'renamed the organization' : `changed the ${labels} of the organization`;
    return { verb, subject: null, change: others.length === 0 ? first : null };
  }
  if (withoutSubject.includes(action)) return { verb, subject: null, change: null };
  if (action === 'person.sign-in-failed')
    return {
      verb,
      subject: name,
      change: first ? { ...first, after: first.after?.toLowerCase() ?? null } : null,
    };
  if (!action.endsWith('.updated') || !first) return { verb, subject: name, change: null };
  if (action === 'field.updated' && first.label === 'Archived' && others.length === 0)
    return { verb: first.after === 'yes' ? 'archived field' : 'restored field', subject: name, change: null };
  if (action === 'referral-code.updated' && first.label === 'Active' && others.length === 0)
    return { verb: first.after === 'yes' ? 'turned on' : 'turned off', subject: name, change: null };
  return { verb: `changed the ${labels} of`, subject: name, change: others.length === 0 ? first : null };
}

/** Who joined and left a segment by rule: "saw 38 join and 1 leave". */
function movesInWords(after: Activity['after']): string {
  const { joined = [], left = [] } = (after ?? {}) as { joined?: string[]; left?: string[] };
  const counts = [
    joined.length > 0 && `${formatCount(joined.length)} join`,
    left.length > 0 && `${formatCount(left.length)} leave`,
  ].filter((words) => words !== false);
  return `saw ${joinWords(counts)}`;
}

/** Name of the contact that was merged into another one. */
export function mergedInWords(merged: unknown): string {
  const { email = null, phone = null, ...contact } = (merged ?? {}) as Partial<Record<ContactField, string>>;
  return contactName({ email, phone, contact });
}

const groupVerbs = { created: 'created', updated: 'changed', deleted: 'deleted', restored: 'restored' };

/**
 * A folded entry as words after the actor's name: "added and changed 279 contacts", "deleted 12 contacts forever", "signed in
 * 6 times".
 */
export function toGroupWords({
  subject,
  after,
  folded: { actions, count },
}: Pick<Activity, 'subject' | 'after'> & { folded: NonNullable<Activity['folded']> }): string {
  if (actions[0] === 'list.read') return `read contacts ${formatCountOf(count, 'time')}`;
  if (actions[0] === 'person.signed-in') return `signed in ${formatCountOf(count, 'time')}`;
  if (actions[0] === 'segment.members-changed')
    return `${movesInWords(after)} ${subject ? `“${subject}”` : 'a segment'}, and ${formatCountOf(count - 1, 'more change')} by rule`;
  if (actions[0] === 'person.joined') return `created ${formatCountOf(count, 'account')}`;
  // Only sample data has all three.
  if ((['contact', 'segment', 'referral-code'] as const).every((one) => actions.includes(`${one}.created`)))
    return 'loaded the sample data';
  const [kind = ''] = actions[0]?.split('.') ?? [];
  const many = formatCountOf(count, kind.replace('-', ' '));
  if (actions.some((action) => action.endsWith('.purged'))) return `deleted ${many} forever`;
  const verbs = Object.entries(groupVerbs).filter(([verb]) =>
    actions.some((action) => action.endsWith(`.${verb}`)),
  );
  const words = verbs.map(([verb, words]) => (kind === 'contact' && verb === 'created' ? 'added' : words));
  return `${joinWords(words)} ${many}`;
}

/** A change of segments in words: only additions and removals. Without a former value, just the titles. */
function segmentsInWords(before: unknown, after: unknown, segments: readonly Titled[]) {
  const toIds = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const [old, now] = [toIds(before), toIds(after)];
  const titles = (ids: string[]) =>
    ids.map((id) => segments.find((segment) => segment.id === id)?.title ?? 'a deleted segment').join(', ');
  const added = titles(now.filter((id) => !old.includes(id)));
  const removed = titles(old.filter((id) => !now.includes(id)));
  if (before === undefined) return { before: null, after: added || null };
  const parts = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean);
  return { before: null, after: parts.join('; ') || null };
}

/** The conditions of a rule, which the activity has as JSON. */
function ruleInWords(rule: unknown, segments: readonly Titled[], fields: FieldsByName): string[] | null {
  if (typeof rule !== 'string') return null;
  return ruleWords(JSON.parse(rule), new Map(segments.map((one) => [one.id, one])), fields);
}

/** Formats a stored value; `null` for no value, a blank one or an empty list. */
function valueInWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ') || null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
