import type { ContactField } from '@/lib/contract/contact';
import { gatherStatistics } from '@/lib/database/statistics';
import type { Outcome } from './contact-outcome';
import { repeated, type Scope, scoped, sqlState } from './statement';
import { together } from './together';

/** A checked POST /contacts. */
export interface Upsert {
  scope: Scope;
  fields: Partial<Record<ContactField, string | null>>;
  segmentIds: string[] | null;
  referralCode: string | null;
  /** Versions of which the contact that it leads to has to be one, and must be none. */
  etags: string[] | null;
  noneOf: string[] | null;
}

/** After so many upserts of this process, and ten times as many, and so on, the planner is told what has become of it. */
const FIRST_STATISTICS = 500;

/** Contacts of one statement: more would make the first wait for the last. */
const MOST = 32;

const upsertAll = scoped<Outcome & { position: number }>(
  'upsert_contacts',
  `select r.*, g.position from json_to_recordset($2::json) as g (position integer, actor_kind text, actor_name text, request text,
     email text, phone text, firstname text, lastname text, jobtitle text, company text, segments uuid[], code text, etags text[], none_of text[])
   cross join lateral upsert_contact($1, g.actor_kind, g.actor_name, g.request, g.email, g.phone, g.firstname, g.lastname,
     g.jobtitle, g.company, g.segments, g.code, g.etags, g.none_of, false) r`,
);

/**
 * Upserts in one statement what callers of an organization send at the same time: one round trip and one commit for all of
 * them. Each is judged by itself, one after the other, as if it had come alone; where the statement fails, because one of
 * them lost a race, each is made alone.
 */
export function upserter(): (upsert: Upsert) => Promise<Outcome> {
  const organizations = new Map<string, (upsert: Upsert) => Promise<Outcome>>();
  let made = 0;
  let nextStatistics = FIRST_STATISTICS;
  return (upsert) => {
    if (++made === nextStatistics) {
      nextStatistics *= 10;
      // Nobody waits for it, and without it all is only slower.
      gatherStatistics(upsert.scope.database).catch(() => {});
    }
    const { organizationId } = upsert.scope;
    const known = organizations.get(organizationId) ?? together(MOST, upsertTogether);
    organizations.set(organizationId, known);
    return known(upsert);
  };
}

async function upsertTogether(upserts: Upsert[]): Promise<(Outcome | Promise<Outcome>)[]> {
  if (upserts.length === 1) return upserts.map(upsertAlone);
  try {
    return await upsertInOne(upserts);
  } catch (cause) {
    if (!sqlState(cause)) throw cause;
    return upserts.map(upsertAlone);
  }
}

const upsertAlone = (upsert: Upsert): Promise<Outcome> =>
  repeated(async () => (await upsertInOne([upsert]))[0] as Outcome);

async function upsertInOne(upserts: Upsert[]): Promise<Outcome[]> {
  const [{ scope }] = upserts as [Upsert];
  const rows = upserts.map(({ scope: { actor, requestId }, fields, ...rest }, position) => ({
    position,
    actor_kind: actor.kind,
    actor_name: actor.name,
    request: requestId,
    ...fields,
    segments: rest.segmentIds,
    code: rest.referralCode,
    etags: rest.etags,
    none_of: rest.noneOf,
  }));
  // Locked in one order by all, so that instances that work on the same contacts wait for one another and don't collide.
  rows.sort((one, other) => compare(one.email ?? one.phone ?? '', other.email ?? other.phone ?? ''));
  const outcomes: Outcome[] = [];
  for (const outcome of await upsertAll(scope, JSON.stringify(rows))) outcomes[outcome.position] = outcome;
  return outcomes;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
