import * as z from 'zod';
import { type Comparable, findLikelyPairs } from '@/lib/contacts/duplicates';
import { recordsetSql } from '@/lib/contacts/write';
import { acrossOrganizations } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { type RequestContext, run, scoped } from '@/lib/database/statement';
import { jobKind, requestedBySystem, type WorkOf } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { jobContext } from '../shared/job-context';

/** Contacts per chunk, in order of their names; a chunk blocks the embedded database. */
const NAMES_AT_ONCE = 2_500;
/** The search works a fifth of the time, so that pages and writes go first. */
const REST = 4;
/** Pairs to keep; nobody looks through more. */
const MOST_PAIRS = 10_000;
/** A search is due again after this time, or after `PAUSE_FACTOR` times its duration if that is longer. */
const PAUSE = '5 minutes';
const PAUSE_FACTOR = 20;
/** Id of the organization's only search job, which is restarted. */
export const SEARCH_ID = '0198c0de-d0b1-7000-8000-000000000001';

const searchType = {
  name: 'duplicates',
  input: z.object({}),
  progress: z.object({
    /** When the search began. */
    startedAt: z.string(),
    step: z.enum(['names', 'emails', 'phones']),
    /** The name to continue from, or the index of the next range of emails. */
    from: z.string(),
    /** Whether `from` itself has been read. */
    beyond: z.boolean(),
  }),
};

/** Starts a search in an organization, unless one is under way. */
export async function startSearch(database: Database, organizationId: string): Promise<void> {
  await insertJob(database.pool, searchType, {
    organizationId,
    id: SEARCH_ID,
    input: {},
    progress: { startedAt: new Date().toISOString(), step: 'names', from: '', beyond: true },
    requestedBy: requestedBySystem('Duplicates'),
  });
}

/**
 * Starts a search in each organization whose contacts have changed since the last one and whose pause is over, except
 * replicas. Every instance may call it.
 */
export async function startDueSearches(database: Database): Promise<void> {
  const idle = await run<{ id: string; since: string }>(database, {
    text: `select o.id, coalesce(j.progress ->> 'startedAt', '-infinity') as since
      from organizations o left join jobs j on j.organization_id = o.id and j.id = $1
      where not exists (select from replicas r where r.organization_id = o.id)
        and (j.id is null or j.state <> 'running' and j.updated_at
          + greatest($2::interval, (j.updated_at - (j.progress ->> 'startedAt')::timestamptz) * $3) < now())`,
    values: [SEARCH_ID, PAUSE, PAUSE_FACTOR],
  });
  if (idle.length === 0) return;
  // Every organization with contacts has counters.
  const due = await acrossOrganizations<{ id: string }>(
    database,
    (among) => `select distinct n.organization_id as id from contact_counts n
      join ${recordsetSql('$1', 'id uuid, since timestamptz')} on n.organization_id = g.id and n.scope_id = g.id
      where ${among('n')} and exists (select from contacts c where c.organization_id = n.organization_id
        and c.deleted_at is null and c.updated_at >= g.since)`,
    [JSON.stringify(idle)],
  );
  for (const { id } of due) await startSearch(database, id);
}

const MISSING = "U&'\\+10FFFF'";
const compared = `id, case when name_key < ${MISSING} then name_key end as name,
  case when company_key < ${MISSING} then company_key end as company, email, phone`;
const live = 'organization_id = $1 and deleted_at is null';

/** Reads the next contacts in order of their names, and returns those that share a name. */
const readNames = scoped<{ read: number; last: string | null; contacts: Comparable[] | null }>(
  'read_namesakes',
  `with chunk as materialized (
     select name_key, ${compared} from contacts
     where ${live} and (name_key > $2 or not $3 and name_key = $2) and name_key >= $2 and name_key < ${MISSING}
     order by name_key, id limit ${NAMES_AT_ONCE})
   select (select count(*)::int from chunk) as read, (select max(name_key) from chunk) as last,
     (select json_agg(json_build_object('id', id, 'name', name, 'company', company, 'email', email, 'phone', phone))
      from (select p.*, count(*) over (partition by name_key) as namesakes from chunk p) p where namesakes > 1) as contacts`,
);
/** A statement for contacts that may have the same mailbox or number as another one; `duplicates.ts` decides exactly. */
const readAlike = (name: string, key: string, range: string) =>
  scoped<Comparable>(
    name,
    `select ${compared} from contacts where ${live} and id = any(array(
       select unnest(ids) from (
         select array_agg(id) as ids from contacts where ${live} and ${range} group by ${key} having count(*) > 1) g))`,
  );
const readMailboxes = readAlike(
  'read_alike_mailboxes',
  "replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@' || split_part(email, '@', 2)",
  `email_key >= $2 and email_key < $3 and email_key < ${MISSING}`,
);
const readPhones = readAlike(
  'read_alike_phones',
  "regexp_replace(regexp_replace(phone, '^(\\+55\\d\\d)9(\\d{8})$', '\\1\\2'), '^\\+549', '+54')",
  "num_nulls(deleted_at) = 1 and phone is not null and phone >= '+54' and phone < '+56'",
);
const keep = scoped(
  'keep_duplicates',
  `insert into duplicates as d (organization_id, contact_id, other_id, score, reasons, found_at)
   select $1, g.contact_id, g.other_id, g.score, g.reasons, $3
   from ${recordsetSql('$2', 'contact_id uuid, other_id uuid, score smallint, reasons text[]')}
   order by g.contact_id, g.other_id
   on conflict (contact_id, other_id, organization_id) do update
     set score = case when d.found_at = excluded.found_at then greatest(d.score, excluded.score) else excluded.score end,
       reasons = case when d.found_at = excluded.found_at
         then array(select distinct r from unnest(d.reasons || excluded.reasons) r order by r) else excluded.reasons end,
       found_at = excluded.found_at`,
);
/** Deletes pairs that the search did not find again, and all but the best `MOST_PAIRS`. */
const dropOthers = scoped(
  'drop_other_duplicates',
  `delete from duplicates d where d.organization_id = $1 and not d.dismissed and (d.found_at <> $2
     or (d.contact_id, d.other_id) in (select contact_id, other_id from duplicates
       where organization_id = $1 and not dismissed order by score desc, contact_id, other_id offset ${MOST_PAIRS}))`,
);

/** Ranges of emails, by their first character. */
const bounds = ['', ...'0123456789abcdefghijklmnopqrstuvwxyz{', '\u{10FFFF}'];

/**
 * Searches the next chunk by name, later by mailbox and phone. At the end, deletes pairs that were not found again, and all
 * but the best `MOST_PAIRS`; dismissed ones stay.
 */
const search: WorkOf<typeof searchType> = async ({ job, database, client }) => {
  const context: RequestContext = { ...jobContext(database, job), client };
  const { progress } = job;
  const position = job.position + 1;
  const { step, from, beyond, startedAt } = progress;
  /** The advance to the next chunk, with these values of the progress changed. */
  const next = (values: Partial<typeof progress>, done = false) => ({
    position,
    progress: { ...progress, ...values },
    done,
  });
  if (step === 'names') {
    const [chunk] = await readNames(context, from, beyond);
    const { read = 0, last = null, contacts } = chunk ?? {};
    const isLast = read < NAMES_AT_ONCE || last === null;
    // The last name may continue in the next chunk, which reads it again. Skip a name that fills a chunk: it is too common.
    const isOneName = last === from;
    const whole = (contacts ?? []).filter(({ name }) => isLast || name !== last);
    await keepPairs(context, whole, startedAt);
    if (isLast) return next({ step: 'emails', from: '0', beyond: false });
    return next({ from: last, beyond: isOneName });
  }
  if (step === 'emails') {
    const index = Number(from);
    await keepPairs(context, await readMailboxes(context, bounds[index], bounds[index + 1]), startedAt);
    const isLast = index + 2 === bounds.length;
    return next(isLast ? { step: 'phones', from: '' } : { from: String(index + 1) });
  }
  await keepPairs(context, await readPhones(context), startedAt);
  await dropOthers(context, startedAt);
  return next({}, true);
};

/**
 * Finds the likely pairs among these contacts, and stores the best `MOST_PAIRS` for the search that began at `startedAt`.
 */
async function keepPairs(context: RequestContext, contacts: Comparable[], startedAt: string): Promise<void> {
  const pairs = findLikelyPairs(contacts)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_PAIRS);
  if (pairs.length === 0) return;
  const rows = pairs.map(({ contactId, otherId, ...pair }) => ({
    contact_id: contactId,
    other_id: otherId,
    ...pair,
  }));
  await keep(context, JSON.stringify(rows), startedAt);
}

/** Finds contacts that are likely the same person. */
export const duplicateSearchJob = jobKind(searchType, { run: search, rest: REST });
