import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { ownSearchTextSql } from '@/lib/contacts/field-values';
import { contactFields } from '@/lib/contract/contact-fields';
import { normalize } from '@/lib/contract/text';
import { randomOf } from '@/lib/database/seeded-random';
import type { SampleField } from './sample-fields';
import { companies, firstnames, jobtitles, lastnames, mobilePrefixes } from './sample-people';

const NINETY_DAYS = 90 * 24 * 60 * 60 * 1000;

/** Sample contact `number`: always the same person, with a new id, created within the 90 days before `now`. */
function sampleContact(number: number, segmentIds: string[], ownFields: SampleField[], now: number) {
  const random = randomOf(number);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const ifRolled = <T>(share: number, value: T) => (random() < share ? value : null);
  const [firstname, lastname, company] = [pick(firstnames), pick(lastnames), pick(companies)];
  const created = now - Math.floor(random() * NINETY_DAYS);
  const address = `${toAscii(firstname)}.${toAscii(lastname)}.${number}@${toAscii(company.split(' ')[0] ?? '')}.example`;
  const phone = ifRolled(0.7, `${pick(mobilePrefixes)}${String(number).padStart(7, '0')}`);
  const isNamed = random() < 0.97;
  // Up to three segments, the first ones of the list more often.
  const assigned = Array.from(
    { length: Math.floor(random() * 4) },
    () => segmentIds[Math.floor(random() ** 2 * segmentIds.length)] ?? [],
  ).flat();
  const contact = {
    id: uuidv7({ msecs: created }),
    email: phone ? ifRolled(0.95, address) : address,
    phone,
    firstname: isNamed ? firstname : null,
    lastname: isNamed ? lastname : null,
    jobtitle: ifRolled(0.75, pick(jobtitles)),
    company: ifRolled(0.85, company),
    created_at: new Date(created),
    updated_at: new Date(created + Math.floor(random() * (now - created))),
    segments: [...new Set(assigned)].sort(),
  };
  const own = ownFields.flatMap(({ key, valueOf }) => {
    const value = valueOf({ number, created, random });
    return value === null ? [] : [[key, value] as const];
  });
  return { ...contact, fields: own.length > 0 ? Object.fromEntries(own) : null };
}

/** Skips contacts whose email or phone is taken. */
const INSERT = `
  with given as (
    select * from json_to_recordset($2::json) as g (id uuid, ${contactFields.join(' text, ')} text,
      created_at timestamptz, updated_at timestamptz, segments uuid[], fields jsonb)),
  made as (
    insert into contacts (organization_id, id, ${contactFields.join(', ')}, created_at, updated_at, fields, search_text, segment_ids, assigned_at)
    select $1, id, ${contactFields.join(', ')}, created_at, updated_at, fields, ${ownSearchTextSql('fields')}, segments,
      array_fill(created_at, array[cardinality(segments)]) from given
    on conflict do nothing returning id, segment_ids)
  select add_to_counts($1, array[counted], count) from (
    select $1 as counted, count(*) from made
    union all select s.id, count(*) from made cross join unnest(made.segment_ids) s (id) group by s.id) c`;

const CHUNK = 5_000;

/**
 * Inserts sample contacts, numbered after those that exist, without activity. Skips those whose email or phone is taken.
 */
export async function insertSampleContacts(
  client: PoolClient,
  organizationId: string,
  count: number,
  segmentIds: string[],
  ownFields: SampleField[],
): Promise<void> {
  const { rows } = await client.query<{ first: number }>(
    'select count(*)::int as first from contacts where organization_id = $1',
    [organizationId],
  );
  const first = rows[0]?.first ?? 0;
  const now = Date.now();
  for (let done = 0; done < count; done += CHUNK) {
    const contacts = Array.from({ length: Math.min(CHUNK, count - done) }, (_, index) =>
      sampleContact(first + done + index, segmentIds, ownFields, now),
    );
    await client.query({
      name: 'insert_sample_contacts',
      text: INSERT,
      values: [organizationId, JSON.stringify(contacts)],
    });
  }
}

/** The lower-case letters and digits of a text, without accents. */
const toAscii = (text: string) =>
  normalize(text, 'NFKD')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '');
