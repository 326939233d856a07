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

/** After so many upserts of an organization, and ten times as many, and so on, the planner is told what has become of it. */
const FIRST_STATISTICS = 500;

/** Contacts of one statement: more would make the first wait for the last. */
const MOST = 32;
/**
 * So long does one statement for many wait for somebody who holds one of their contacts. Then each is made alone, and only
 * those wait on that are for that contact. Other instances hold theirs for milliseconds.
 */
const PATIENCE = '500ms';

const upsertAll = scoped<Outcome & { place: number }>(
  'upsert_contacts',
  // A subquery that changes something is evaluated first, and the change ends with the statement. What is counted is added
  // up at the end: a counter is one row that all of them would write, and so nobody holds one while waiting for a contact.
  `with outcomes as materialized (
     select r.*
     from (select set_config('lock_timeout', coalesce($3, current_setting('lock_timeout')), true), $2::json as given) s
     cross join lateral upsert_contacts($1, s.given) r),
   counts as materialized (select add_to_counts($1, array(select unnest(counted) from outcomes), 1))
   select outcome, problems, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at, version,
     segments, place
   from counts cross join outcomes`,
);

/**
 * Upserts in one statement what callers of an organization send at the same time: one round trip and one commit for all of
 * them. Each is judged by itself, one after the other, as if it had come alone; where the statement fails, because one of
 * them lost a race or has to wait, each is made alone.
 */
export function upserter(): (upsert: Upsert) => Promise<Outcome> {
  const organizations = new Map<string, (upsert: Upsert) => Promise<Outcome>>();
  return (upsert) => {
    const { organizationId } = upsert.scope;
    const known = organizations.get(organizationId) ?? ofOrganization();
    organizations.set(organizationId, known);
    return known(upsert);
  };
}

/**
 * Tells the planner of it as it grows: of one that it has not heard of, beside large ones, it takes every list for one row,
 * and compares each with each.
 */
function ofOrganization(): (upsert: Upsert) => Promise<Outcome> {
  const make = together(MOST, upsertTogether);
  let made = 0;
  let nextStatistics = FIRST_STATISTICS;
  return (upsert) => {
    if (++made === nextStatistics) {
      nextStatistics *= 10;
      // Nobody waits for it, and without it all is only slower.
      gatherStatistics(upsert.scope.database).catch(() => {});
    }
    return make(upsert);
  };
}

async function upsertTogether(upserts: Upsert[]): Promise<(Outcome | Promise<Outcome>)[]> {
  if (upserts.length === 1) return upserts.map(upsertAlone);
  try {
    return await upsertInOne(upserts, PATIENCE);
  } catch (cause) {
    if (!sqlState(cause)) throw cause;
    return upserts.map(upsertAlone);
  }
}

const upsertAlone = (upsert: Upsert): Promise<Outcome> =>
  repeated(async () => (await upsertInOne([upsert], null))[0] as Outcome);

/** @param patience For a lock, as the database writes a time; `null` for what the database is set to. */
async function upsertInOne(upserts: Upsert[], patience: string | null): Promise<Outcome[]> {
  const [{ scope }] = upserts as [Upsert];
  // Locked in one order by all, so that instances that work on the same contacts wait for one another and don't collide.
  const ordered = [...upserts.entries()].sort(([, one], [, other]) => compare(keyOf(one), keyOf(other)));
  const given = ordered.map(([place, upsert]) => ({
    place,
    actor_kind: upsert.scope.actor.kind,
    actor_id: upsert.scope.actor.id,
    actor_name: upsert.scope.actor.name,
    request: upsert.scope.requestId,
    ...upsert.fields,
    segments: upsert.segmentIds,
    code: upsert.referralCode,
    etags: upsert.etags,
    none_of: upsert.noneOf,
  }));
  const outcomes: Outcome[] = [];
  for (const outcome of await upsertAll(scope, JSON.stringify(given), patience))
    outcomes[outcome.place] = outcome;
  return outcomes;
}

const keyOf = ({ fields }: Upsert): string => fields.email ?? fields.phone ?? '';
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
