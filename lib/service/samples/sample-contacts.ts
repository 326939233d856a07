import type { PoolClient } from 'pg';
import { companies, firstnames, jobtitles, lastnames, mobilePrefixes } from './sample-people';

/** A random number that is the same for the same contact on every machine. */
const die = (salt: number) => `(hashint8extended(n, ${salt}) & 2147483647)`;
const pick = (list: string, salt: number) => `(${list})[1 + ${die(salt)} % cardinality(${list})]`;
const roll = (salt: number) => `${die(salt)} % 100`;

/** A number of a segment in the list, small ones more often; 0 of an empty list is none. */
const segment = (salt: number) =>
  `1 + (hashint8extended(n, ${salt}) & 1023) * (hashint8extended(n, ${salt}) & 1023) * cardinality($12::uuid[]) / 1048576`;

/** When a contact was made, in seconds; what its id begins with. */
const created = `(1767225600 - ${die(4)} % 63072000)`;
const hex = "lpad(to_hex(hashint8extended(n, 5)), 16, '0')";
const id = `(lpad(to_hex(${created} * 1000), 12, '0') || '7' || substr(${hex}, 1, 3) || '8' || substr(${hex}, 2, 15))::uuid`;

/**
 * Contacts number `$2` to `$3` with their assignments, made by the database itself: sending them would take it longer than
 * storing them. Each is of the two years before 2026; none to three segments, the first ones of the list more often.
 * In the order of their ids, in which the primary keys and what refers to them find most of their work done.
 */
const fillIn = `
  with dice as (
    select n, 1 + ${die(1)} % cardinality($4::text[]) as first, 1 + ${die(2)} % cardinality($6::text[]) as last,
      1 + ${die(3)} % cardinality($8::text[]) as company, ${created} as created, ${id} as id,
      ${die(14)} % 4 as segments, ${segment(21)} as one, ${segment(22)} as two, ${segment(23)} as three
    from generate_series($2::bigint, $3::bigint) n),
  people as materialized (
    select n, id,
      case when ${roll(6)} >= 5 or ${roll(7)} >= 70
        then ($5::text[])[first] || '.' || ($7::text[])[last] || '.' || n || '@' || ($9::text[])[company] || '.example' end as email,
      case when ${roll(7)} < 70 then ${pick('$11::text[]', 8)} || lpad(n::text, 7, '0') end as phone,
      case when ${roll(9)} < 97 then ($4::text[])[first] end as firstname,
      case when ${roll(9)} < 97 then ($6::text[])[last] end as lastname,
      case when ${roll(10)} < 75 then ${pick('$10::text[]', 11)} end as jobtitle,
      case when ${roll(12)} < 85 then ($8::text[])[company] end as company,
      to_timestamp(created) as created, to_timestamp(created + ${die(13)} % (1767225601 - created)) as updated,
      case when segments >= 1 then ($12::uuid[])[one] end as one,
      case when segments >= 2 and two <> one then ($12::uuid[])[two] end as two,
      case when segments = 3 and three <> one and three <> two then ($12::uuid[])[three] end as three
    from dice order by id),
  made as (
    insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
    select $1, id, email, phone, firstname, lastname, jobtitle, company, created, updated from people),
  assigned as (
    insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
    select $1, id, one, created from people where one is not null
    union all select $1, id, two, created from people where two is not null
    union all select $1, id, three, created from people where three is not null
    returning segment_id)
  select add_to_counts($1, array[counted], count) from (
    select $1 as counted, $3 - $2 + 1 as count
    union all select segment_id, count(*) from assigned group by segment_id) c`;

/** So many numbers are looked up at once. */
const LOOKED_UP = 1_000;

/**
 * The number behind that of every sample contact there is. Emails name it, but not all have one, or still have that: those
 * behind are found by their ids.
 */
export async function nextSampleContact(client: PoolClient, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ last: number | null }>(
    `select max(substring(email from '\\.(\\d{1,9})@[a-z]+\\.example$')::integer) as last from contacts where organization_id = $1`,
    [organizationId],
  );
  for (let next = (rows[0]?.last ?? -1) + 1; ; ) {
    const { rows: there } = await client.query<{ last: number | null }>(
      `select max(n)::integer as last from (select n, ${id} as id from generate_series($2::bigint, $3::bigint) n) s
       where exists (select from contacts c where c.organization_id = $1 and c.id = s.id)`,
      [organizationId, next, next + LOOKED_UP - 1],
    );
    const last = there[0]?.last ?? null;
    if (last === null) return next;
    next = last + 1;
  }
}

/** Inserts the sample contacts of a range of numbers; `segmentIds` are those they are assigned to. */
export async function insertSampleContacts(
  client: PoolClient,
  organizationId: string,
  numbers: { first: number; last: number },
  segmentIds: string[],
): Promise<void> {
  await client.query({
    name: 'fill_in_contacts',
    text: fillIn,
    values: [
      organizationId,
      numbers.first,
      numbers.last,
      firstnames,
      firstnames.map(ascii),
      lastnames,
      lastnames.map(ascii),
      companies,
      companies.map((company) => ascii(company.split(' ', 1).join())),
      jobtitles,
      mobilePrefixes,
      segmentIds,
    ],
  });
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
