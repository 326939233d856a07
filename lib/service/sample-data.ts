import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { segmentPalette } from '@/lib/contract/segment';
import { bulkLoad } from '@/lib/database/bulk-load';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';
import { type Handler, refuse } from './reply';
import { companies, firstnames, jobtitles, lastnames, mobilePrefixes, segmentTitles } from './sample-people';

export interface SampleCounts {
  contacts: number;
  segments: number;
  referralCodes: number;
}

const DEFAULT: SampleCounts = { contacts: 240, segments: 12, referralCodes: 6 };
/** Contacts of one statement: large enough to be quick, small enough not to hold everybody else up. */
const CHUNK = 2_000;
/** Plans follow statistics, which the embedded database never gathers by itself. */
const STATISTICS = 'analyze contacts, contact_segments, segments, referral_codes';
const TWO_YEARS = 2 * 365 * 86_400_000;

export const loadSampleData: Handler<'loadSampleData'> = async ({ scope: { database, organizationId } }) => {
  const loaded = await transaction(database, async (client) => {
    // Two who ask at once come one after the other.
    await client.query('select from organizations where id = $1 for no key update', [organizationId]);
    if (!(await isEmpty(client, organizationId))) return false;
    await fill(client, organizationId, DEFAULT);
    return true;
  });
  if (!loaded)
    return refuse(
      'CONFLICT',
      'There are contacts or segments already; sample data is for an empty organization.',
    );
  await database.pool.query(STATISTICS);
  return { data: { count: DEFAULT.contacts } };
};

async function isEmpty(client: PoolClient, organizationId: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from contacts where organization_id = $1 and deleted_at is null
     union all select from segments where organization_id = $1 limit 1`,
    [organizationId],
  );
  return rows.length === 0;
}

/**
 * Adds realistic contacts, segments and referral codes to an organization, the same ones for the same counts. Contacts
 * are numbered on from the sample contacts there are, so that it can be called again. `progress` hears how many are in.
 */
export async function seed(
  database: Database,
  organizationId: string,
  counts: SampleCounts,
  progress?: (contacts: number) => void,
): Promise<void> {
  await bulkLoad(database, ['contacts', 'contact_segments'], (client) =>
    fill(client, organizationId, counts, progress),
  );
  await database.pool.query(STATISTICS);
}

async function fill(
  client: PoolClient,
  organizationId: string,
  counts: SampleCounts,
  progress: (contacts: number) => void = () => {},
): Promise<void> {
  const segments = await seedSegments(client, organizationId, counts.segments);
  const { rows } = await client.query<{ last: number | null }>(
    `select max(substring(email from '\\.(\\d{1,9})@[a-z]+\\.example$')::integer) as last from contacts where organization_id = $1`,
    [organizationId],
  );
  const start = (rows[0]?.last ?? -1) + 1;
  // Not the same people, nor the same ids, when it is called again.
  const random = generator(20_260_101 + start);
  for (let done = 0; done < counts.contacts; done += CHUNK) {
    const length = Math.min(CHUNK, counts.contacts - done);
    const people = Array.from({ length }, (_, index) =>
      person(start + done + index, random, segments.length),
    );
    await insertContacts(client, organizationId, people, segments);
    progress(done + length);
  }
  await seedReferralCodes(client, organizationId, counts.referralCodes, segments, random);
  await recount(client, organizationId);
}

interface Person {
  id: string;
  email: string | null;
  phone: string | null;
  firstname: string | null;
  lastname: string | null;
  jobtitle: string | null;
  company: string | null;
  created: string;
  updated: string;
  /** Positions in the list of segments. */
  segments: number[];
}

function person(number: number, random: () => number, segmentCount: number): Person {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const sometimes = <T>(share: number, make: () => T) => (random() < share ? make() : null);
  const firstname = pick(firstnames);
  const lastname = pick(lastnames);
  const company = pick(companies);
  const named = random() < 0.97;
  const prefix = pick(mobilePrefixes);
  const phone = sometimes(0.7, () => prefix + String(number).padStart(7, '0'));
  const email =
    phone && random() < 0.06
      ? null
      : `${ascii(firstname)}.${ascii(lastname)}.${number}@${ascii(company.split(' ', 1).join())}.example`;
  const created = Date.UTC(2026, 0, 1) - Math.floor(random() * TWO_YEARS);
  const updated = created + Math.floor(random() * (Date.UTC(2026, 0, 1) - created));
  const bytes = Uint8Array.from({ length: 16 }, () => random() * 256);
  return {
    id: uuidv7({ msecs: created, random: bytes }),
    email,
    phone,
    firstname: named ? firstname : null,
    lastname: named ? lastname : null,
    jobtitle: sometimes(0.75, () => pick(jobtitles)),
    company: sometimes(0.85, () => company),
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
    segments: segmentCount ? someOf(segmentCount, random) : [],
  };
}

/** None to four segments; the first ones of the list are the larger ones. */
function someOf(count: number, random: () => number): number[] {
  const chosen = new Set<number>();
  for (let wanted = Math.floor(random() * 4); wanted > 0; wanted--)
    chosen.add(Math.floor(random() ** 2 * count));
  return [...chosen];
}

const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '');

async function seedSegments(client: PoolClient, organizationId: string, count: number): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, index) => segmentTitles[index] ?? `Segment ${index + 1}`);
  await client.query({
    text: `insert into segments (organization_id, id, title, color, created_at)
      select $1, uuid_of(clock_timestamp()), title, color, now() from unnest($2::text[], $3::text[]) as g (title, color)
      on conflict do nothing`,
    values: [organizationId, titles, titles.map((_, index) => segmentPalette[index % segmentPalette.length])],
  });
  const { rows } = await client.query<{ id: string }>({
    text: `select s.id from unnest($2::text[]) with ordinality as g (title, position)
      join segments s on s.organization_id = $1 and lower(s.title) = lower(g.title) order by position`,
    values: [organizationId, titles],
  });
  return rows.map((row) => row.id);
}

async function insertContacts(
  client: PoolClient,
  organizationId: string,
  people: Person[],
  segments: string[],
) {
  const column = <K extends keyof Person>(name: K) => people.map((one) => one[name]);
  const assignments = people.flatMap(({ id, created, segments: chosen }) =>
    chosen.map((segment) => ({ id, created, segment: segments[segment] })),
  );
  await client.query({
    name: 'seed_contacts',
    text: `insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
      select $1, id, email, phone, firstname, lastname, jobtitle, company, created, updated
      from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::uuid[])
        as g (email, phone, firstname, lastname, jobtitle, company, created, updated, id)`,
    values: [
      organizationId,
      column('email'),
      column('phone'),
      column('firstname'),
      column('lastname'),
      column('jobtitle'),
      column('company'),
      column('created'),
      column('updated'),
      column('id'),
    ],
  });
  await client.query({
    name: 'seed_assignments',
    text: `insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
      select $1, g.* from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) g`,
    values: [
      organizationId,
      assignments.map(({ id }) => id),
      assignments.map(({ segment }) => segment),
      assignments.map(({ created }) => created),
    ],
  });
}

async function seedReferralCodes(
  client: PoolClient,
  organizationId: string,
  count: number,
  segments: string[],
  random: () => number,
) {
  for (let index = 0; index < count; index++) {
    const code = index === 0 ? 'WELCOME' : `FRIEND-${String(index).padStart(3, '0')}`;
    await client.query({
      text: `with made as (
          insert into referral_codes (organization_id, id, code, label, max_redemptions, expires_at, active, created_at)
          values ($1, uuid_of(clock_timestamp()), $2, $3, $4, $5, $6, now()) on conflict do nothing returning *)
        insert into referral_code_segments (organization_id, referral_code_id, segment_id)
        select organization_id, id, $7::uuid from made where $7::uuid is not null`,
      values: [
        organizationId,
        code,
        index === 0 ? 'Welcome offer' : `Referral ${index}`,
        index === 0 ? null : 1 + Math.floor(random() * 20),
        index % 5 === 4 ? '2026-01-01T00:00:00Z' : null,
        index % 7 !== 6,
        segments[index % Math.max(1, Math.min(segments.length, 4))] ?? null,
      ],
    });
  }
}

/** Sets the counters to what is there: rows that came in bulk are not counted one by one. */
async function recount(client: PoolClient, organizationId: string): Promise<void> {
  await client.query({
    text: `with live as (select id from contacts where organization_id = $1 and deleted_at is null),
      counted as (
        select $1::uuid as id, count(*) as n from live
        union all
        select s.segment_id, count(*) from contact_segments s join live on live.id = s.contact_id
        where s.organization_id = $1 group by s.segment_id),
      known as (select counted_id, sum(count) as n from contact_counts where organization_id = $1 group by counted_id)
      insert into contact_counts as c (organization_id, counted_id, shard, count)
      select $1, counted.id, 0, counted.n - coalesce(known.n, 0) from counted left join known on known.counted_id = counted.id
      on conflict (organization_id, counted_id, shard) do update set count = c.count + excluded.count`,
    values: [organizationId],
  });
}

/** Mulberry32: small, quick, and the same on every machine. */
function generator(seedNumber: number): () => number {
  let state = seedNumber;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
