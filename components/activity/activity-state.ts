import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { pagesOptions } from '@/components/hooks/use-read';
import { parseAsDay, startOfDay, toDay } from '@/components/text/days';
import type { Activity, activityKinds } from '@/lib/contract/activity';

/** An entry that combines many changes. */
export type GroupedActivity = Activity & { folded: NonNullable<Activity['folded']> };

type Kind = (typeof activityKinds)[number] | Activity['action'];

/** Labels of the kinds and actions to filter by. */
export const kinds = {
  contact: 'Contacts',
  'contact.created': 'Added contacts',
  'contact.updated': 'Updated contacts',
  'contact.deleted': 'Deleted contacts',
  'contact.merged': 'Merged contacts',
  'contact.purged': 'Contacts deleted forever',
  segment: 'Segments',
  'referral-code': 'Referral codes',
  field: 'Fields',
  token: 'API tokens',
  webhook: 'Webhooks',
  person: 'People',
  'person.signed-in': 'Sign-ins',
  'person.sign-in-failed': 'Failed sign-ins',
  organization: 'Organization',
  list: 'Exported and read lists',
  'list.read': 'Reads of assistants',
  'contact.exported': 'Data downloads',
} as const satisfies Partial<Record<Kind, string>>;

export const actorKinds = { staff: 'People', token: 'API tokens', system: 'System' } as const;

export const activityParameters = {
  /** A kind of actor, or the id of an actor. */
  by: parseAsString.withDefault(''),
  kind: parseAsStringLiteral(Object.keys(kinds) as (keyof typeof kinds)[]),
  contact: parseAsString.withDefault(''),
  /** First and last day, in the reader's time zone. */
  from: parseAsDay,
  to: parseAsDay,
};

export type ActivityState = inferParserType<typeof activityParameters>;

/** Converts the state to the query of `listActivity`, without unset filters; days begin in the browser's time zone. */
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

/** Query options of the matching activity, latest first. Changes made together are folded, except those of one contact. */
export const activityOptions = (state: ActivityState) =>
  pagesOptions('listActivity', (cursor) => ({
    query: {
      ...activityQuery(state),
      pageSize: '100',
      cursor: cursor || undefined,
      fold: state.contact ? undefined : 'true',
    },
  }));

/**
 * Query options of the changes in a folded entry: those of its actor or import in its period, with its action, or its kind
 * if it has several.
 */
export function groupedOptions({ at, actor, import: through, folded }: GroupedActivity) {
  const [action = 'contact.updated', ...others] = folded.actions;
  const by = actor.id ? { actorId: actor.id } : { actorKind: actor.kind };
  return pagesOptions('listActivity', (cursor) => ({
    query: {
      ...(through ? { importId: through.id } : by),
      action: others.length === 0 ? action : (action.split('.')[0] as 'contact'),
      from: folded.since,
      to: new Date(Date.parse(at) + 1).toISOString(),
      pageSize: cursor ? '100' : '20',
      cursor: cursor || undefined,
    },
  }));
}

/** Groups entries by day, such as "2026-01-31", in the reader's time zone or in UTC. Keeps their order. */
export function groupByDay<T extends { at: string }>(entries: readonly T[], zone?: 'UTC'): [string, T[]][] {
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = zone ? entry.at.slice(0, 10) : toDay(entry.at);
    const group = days.get(day);
    if (group) group.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}

/** Query options of a contact's history: a short first page, then full ones. */
export const historyOptions = (id: string) =>
  pagesOptions('listActivity', (cursor) => ({
    query: { subjectId: id, pageSize: cursor ? '100' : '20', cursor: cursor || undefined },
  }));
