import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import type { Activity, activityKinds } from '@/lib/contract/activity';

type Kind = (typeof activityKinds)[number] | Activity['action'];

/** What activity can be filtered by, with words. */
export const kinds = {
  contact: 'Contacts',
  'contact.created': 'Created contacts',
  'contact.updated': 'Updated contacts',
  'contact.deleted': 'Deleted contacts',
  'contact.purged': 'Contacts deleted forever',
  segment: 'Segments',
  'referral-code': 'Referral codes',
  token: 'API tokens',
  person: 'People',
  'person.signed-in': 'Sign-ins',
  'person.sign-in-failed': 'Failed sign-ins',
  organization: 'Settings',
} as const satisfies Partial<Record<Kind, string>>;

export const actorKinds = { staff: 'People', token: 'API tokens', system: 'System' } as const;

export const activityParameters = {
  /** A kind of actor, or the id of one. */
  by: parseAsString.withDefault(''),
  kind: parseAsStringLiteral(Object.keys(kinds) as (keyof typeof kinds)[]),
  contact: parseAsString.withDefault(''),
  /** Days, such as 2026-01-31. */
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
};

export type ActivityState = inferParserType<typeof activityParameters>;

/** The GET /activity query of this state. Days are those of the browser. */
export function activityQuery({ by, kind, contact, from, to }: ActivityState): URLSearchParams {
  const query = new URLSearchParams();
  if (by) query.set(by in actorKinds ? 'actorKind' : 'actorId', by);
  if (kind) query.set('action', kind);
  if (contact) query.set('subjectId', contact);
  const [start, end] = [startOf(from, 0), startOf(to, 1)];
  if (start) query.set('from', start);
  if (end) query.set('to', end);
  return query;
}

/** Midnight at the start of a day, or of one `later`; `null` for anything else. */
function startOf(day: string, later: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
