import type { Activity } from '@/lib/contract/activity';
import { fieldLabels, formFields } from '../form/contact-form-values';

/** What an actor did, after their name. */
export const verbs: Record<Activity['action'], string> = {
  'contact.created': 'created the contact',
  'contact.updated': 'updated the contact',
  'contact.deleted': 'deleted the contact',
  'contact.restored': 'restored the contact',
  'contact.purged': 'deleted the contact forever',
  'segment.created': 'created the segment',
  'segment.updated': 'updated the segment',
  'segment.deleted': 'deleted the segment',
  'segment.restored': 'restored the segment',
  'referral-code.created': 'created the referral code',
  'referral-code.updated': 'changed the referral code',
  'token.created': 'created the token',
  'person.invited': 'invited',
  'person.joined': 'joined',
  'person.updated': 'changed the account',
  'person.deactivated': 'deactivated the account',
  'person.reactivated': 'reactivated the account',
  'person.signed-in': 'signed in',
  'token.revoked': 'revoked the token',
};

/** A segment, as far as its title is needed. */
export interface Titled {
  id: string;
  title: string;
}

/** One changed field in words; `null` for no value. */
export interface ChangeInWords {
  label: string;
  before: string | null;
  after: string | null;
}

/** The changed fields in words; none for deleting and restoring. */
export function changesIn(
  { action, before, after }: Pick<Activity, 'action' | 'before' | 'after'>,
  segments: readonly Titled[],
): ChangeInWords[] {
  if (action !== 'contact.created' && action !== 'contact.updated') return [];
  // In the order of the form; unknown fields last.
  const names = new Set<string>([...formFields, ...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => {
      const label = (fieldLabels as Record<string, string>)[name] ?? name;
      if (name === 'segmentIds')
        return { label, ...segmentsInWords(before?.[name], after?.[name], segments) };
      return { label, before: inWords(before?.[name]), after: inWords(after?.[name]) };
    })
    .filter((change) => change.before !== change.after);
}

/** For segments, list only additions and removals. */
function segmentsInWords(before: unknown, after: unknown, segments: readonly Titled[]) {
  const [old, now] = [before, after].map((ids) => (Array.isArray(ids) ? ids.map(String) : [])) as [
    string[],
    string[],
  ];
  const titles = (ids: string[]) =>
    ids.map((id) => segments.find((segment) => segment.id === id)?.title ?? 'a deleted segment').join(', ');
  const added = titles(now.filter((id) => !old.includes(id)));
  const removed = titles(old.filter((id) => !now.includes(id)));
  if (before === undefined) return { before: null, after: added || null };
  const parts = [added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean);
  return { before: null, after: parts.join('; ') || null };
}

function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
