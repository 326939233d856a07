import { type FieldsByName, inSentence } from '@/components/contacts/field-words';
import { shortName } from '@/components/ui/actor-name';
import type { Activity } from '@/lib/contract/activity';
import type { MoveCause } from '@/lib/contract/segment';
import { joinWords } from '../text/contact-name';
import { type Titled, toChanges } from './activity-words';

const verbs: Record<string, string> = {
  'contact.created': 'added the contact',
  'contact.deleted': 'deleted the contact',
  'contact.restored': 'restored the contact',
  'contact.merged': 'merged two contacts',
};

/**
 * What moved a contact in or out of a segment by rule: "Ana changed the company to Acme", "days passed".
 *
 * @param asked Names of the fields that the rule asks about, to leave out other changes; absent for all.
 */
export function causeWords(
  { type, action = '', actor, before = null, after = null }: MoveCause,
  segments: readonly Titled[],
  fields: FieldsByName,
  asked?: readonly string[],
): string {
  if (type === 'time') return 'days passed';
  const who = actor && shortName(actor.name);
  if (!who || action.startsWith('segment.')) return who ? `${who} changed the rule` : 'the rule changed';
  const { [action]: verb } = verbs;
  if (verb) return `${who} ${verb}`;
  const only = (values: Activity['before']) =>
    values && Object.fromEntries(Object.entries(values).filter(([name]) => asked?.includes(name) ?? true));
  const changes = toChanges({ before: only(before), after: only(after) }, segments, fields);
  const all = changes.length > 0 ? changes : toChanges({ before, after }, segments, fields);
  const [first, ...others] = all;
  if (!first) return `${who} changed the contact`;
  if (others.length > 0) return `${who} changed the ${joinWords(all.map(({ label }) => inSentence(label)))}`;
  const { label, after: now } = first;
  if (label === 'Segments' && now) return `${who} ${now}`;
  return now === null
    ? `${who} cleared the ${inSentence(label)}`
    : // Isolated: the value may be of another direction than the sentence.
      `${who} changed the ${inSentence(label)} to \u2068${now}\u2069`;
}
