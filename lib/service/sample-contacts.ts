import type { PoolClient } from 'pg';
import { companies, firstnames, jobtitles, lastnames, mobilePrefixes } from './sample-people';

/** A random number that is the same for the same contact on every machine. */
const die = (salt: number) => `(hashint8extended(n, ${salt}) & 2147483647)`;
const pick = (list: string, salt: number) => `(${list})[1 + ${die(salt)} % cardinality(${list})]`;
const roll = (salt: number) => `${die(salt)} % 100`;

/**
 * Contacts number `$2` to `$3` with their assignments, made by the database itself: sending them would take it longer than
 * storing them. Each is of the two years before 2026; none to three segments, the first ones of the list more often.
 */
const fillIn = `
  with dice as (
    select n, 1 + ${die(1)} % cardinality($4::text[]) as first, 1 + ${die(2)} % cardinality($6::text[]) as last,
      1 + ${die(3)} % cardinality($8::text[]) as company, 1767225600 - ${die(4)} % 63072000 as created,
      lpad(to_hex(hashint8extended(n, 5)), 16, '0') as hex
    from generate_series($2::bigint, $3::bigint) n),
  people as materialized (
    select n,
      (lpad(to_hex(created * 1000), 12, '0') || '7' || substr(hex, 1, 3) || '8' || substr(hex, 2, 15))::uuid as id,
      case when ${roll(6)} >= 5 or ${roll(7)} >= 70
        then ($5::text[])[first] || '.' || ($7::text[])[last] || '.' || n || '@' || ($9::text[])[company] || '.example' end as email,
      case when ${roll(7)} < 70 then ${pick('$11::text[]', 8)} || lpad(n::text, 7, '0') end as phone,
      case when ${roll(9)} < 97 then ($4::text[])[first] end as firstname,
      case when ${roll(9)} < 97 then ($6::text[])[last] end as lastname,
      case when ${roll(10)} < 75 then ${pick('$10::text[]', 11)} end as jobtitle,
      case when ${roll(12)} < 85 then ($8::text[])[company] end as company,
      to_timestamp(created) as created, to_timestamp(created + ${die(13)} % (1767225601 - created)) as updated
    from dice),
  made as (
    insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
    select $1, id, email, phone, firstname, lastname, jobtitle, company, created, updated from people),
  assigned as (
    insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
    select distinct $1::uuid, id, ($12::uuid[])[1 + ((hashint8extended(n, 20 + nth) & 1023) ^ 2)::integer * cardinality($12::uuid[]) / 1048576], created
    from people cross join generate_series(1, 3) nth
    where nth <= ${die(14)} % 4 and cardinality($12::uuid[]) > 0
    returning segment_id)
  select add_to_counts($1, array_fill($1::uuid, array[($3 - $2 + 1)::integer]) || array(select segment_id from assigned), 1)`;

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
