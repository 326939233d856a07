import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { pagesOptions } from '@/components/hooks/use-read';
import { parseAsDay, startOfDay } from '@/components/text/days';
import type { Activity, activityKinds } from '@/lib/contract/activity';

type Kind = (typeof activityKinds)[number] | Activity['action'];

/** What activity can be filtered by, with words. */
export const kinds = {
  contact: 'Contacts',
  'contact.created': 'Created contacts',
  'contact.updated': 'Updated contacts',
  'contact.deleted': 'Deleted contacts',
  'contact.merged': 'Merged contacts',
  'contact.purged': 'Contacts deleted forever',
  segment: 'Segments',
  'referral-code': 'Referral codes',
  token: 'API tokens',
  webhook: 'Webhooks',
  person: 'People',
  'person.signed-in': 'Sign-ins',
  'person.sign-in-failed': 'Failed sign-ins',
  organization: 'Settings',
  list: 'Exported lists',
  'contact.exported': 'Downloads of all data',
} as const satisfies Partial<Record<Kind, string>>;

export const actorKinds = { staff: 'People', token: 'API tokens', system: 'System' } as const;

export const activityParameters = {
  /** A kind of actor, or the id of one. */
  by: parseAsString.withDefault(''),
  kind: parseAsStringLiteral(Object.keys(kinds) as (keyof typeof kinds)[]),
  contact: parseAsString.withDefault(''),
  /** Days of the reader's. */
  from: parseAsDay,
  to: parseAsDay,
};

export type ActivityState = inferParserType<typeof activityParameters>;

/** The query of `listActivity` of this state. */
export function activityQuery({ by, kind, contact, from, to }: ActivityState) {
  const [start, end] = [startOfDay(from), startOfDay(to, 1)];
  return {
    ...(by && { [by in actorKinds ? 'actorKind' : 'actorId']: by }),
    ...(kind && { action: kind }),
    ...(contact && { subjectId: contact }),
    ...(start && { from: start }),
    ...(end && { to: end }),
  };
}

/** Activity that matches, latest first. */
export const activityOptions = (state: ActivityState) =>
  pagesOptions('listActivity', (cursor) => ({
    query: { ...activityQuery(state), pageSize: '100', cursor: cursor || undefined },
  }));

/** A contact's history: a short first page, then full ones. */
export const historyOptions = (id: string) =>
  pagesOptions('listActivity', (cursor) => ({
    query: { subjectId: id, pageSize: cursor ? '100' : '20', cursor: cursor || undefined },
  }));
