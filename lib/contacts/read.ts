import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type FieldDefinition, isFieldKey } from '@/lib/contract/field';
import { parseFieldValue } from '@/lib/contract/field-value';
import { parseTime, type RequestContext, scoped } from '@/lib/database/statement';
import {
  byEmailSql,
  byPhoneSql,
  type ContactRow,
  type ContactValues,
  contactValuesSql,
  fieldColumnsSql,
  hiddenSegmentsSql,
  toContactRow,
  unmarkedValuesSql,
} from './contact-row';
import {
  type Clock,
  type ContactRequest,
  type IdRow,
  type MergedRow,
  type ReferralCodeRow,
  StoredContacts,
} from './decide';
import { hasMarksSql, pickMarks, readMarks } from './do-not-contact';
import type { FieldRow } from './field-values';

interface Row {
  microseconds: number;
  /** Each with the contact it was merged into, and the ids of the named codes that it has redeemed. */
  contacts: ContactValues[] | null;
  /** With the titles of those by rule. */
  segments: [id: string, title: string | null][] | null;
  codes: (ReferralCodeRow & { given: string })[] | null;
  has_marks: boolean;
  fields?: FieldRow[] | null;
  ids?: IdRow[] | null;
}

const columns = `id, ${fieldColumnsSql('contacts')}, created_at, updated_at, version, segment_ids, assigned_at, fields, merged_into`;
const lookUp = (parameter: string, condition: string, found = columns) =>
  `select c.* from json_array_elements_text(${parameter}::json) g cross join lateral (
     select ${found} from contacts where organization_id = $1 and ${condition} offset 0) c`;
const byId = 'id = g::uuid and (deleted_at is null or merged_into is not null)';

/** What ids of other systems lead to. The values of a batch are by the keys of their fields; only those of type `id` count. */
const withIds = `with ids as materialized (
  select f.key, g.value, i.contact_id from fields f cross join lateral json_array_elements_text($7::json -> f.key) g (value)
  cross join lateral (select contact_id from contact_ids
    where organization_id = $1 and field_key = f.key and value = g.value and held offset 0) i
  where f.organization_id = $1 and f.type = 'id')`;
const byIds = `union select c.* from ids cross join lateral (
  select ${columns} from contacts where organization_id = $1 and id = ids.contact_id offset 0) c`;
const ownFieldsSql = `,
     (select json_agg(r) from (
        select f.key, f.type, f.options, f.archived_at is not null as archived, f.created_at
        from json_array_elements_text($8::json) g join fields f on f.organization_id = $1 and f.key = g) r) as fields,
     (select json_agg(json_build_array(key, value, contact_id)) from ids) as ids`;

/**
 * Everything that some requests name, in one snapshot, without locks. OFFSET 0 prevents a join, so that each row is looked up
 * in an index. Parameters are JSON to hide their length from the planner, which would plan each batch anew.
 */
const readRowsSql = (ids: { first: string; contacts: string; last: string }) => `${ids.first}
   select (extract(epoch from clock_timestamp()) * 1000000)::bigint as microseconds,
     (select json_agg(json_build_array(${unmarkedValuesSql}, c.merged_into,
        case when (select json_array_length($6::json)) > 0 then (
          select json_agg(d.referral_code_id) from redemptions d, json_array_elements_text($6::json) g
          join referral_codes r on r.organization_id = $1 and caseless(r.code) = caseless(g)
          where d.organization_id = $1 and d.contact_id = c.id and d.referral_code_id = r.id) end))
      from (${lookUp('$2', byEmailSql('contacts', 'g'))} union ${lookUp('$3', byPhoneSql('contacts', 'g'))}
        union ${lookUp('$4', byId)} ${ids.contacts}) c) as contacts,
     (select json_agg(json_build_array(s.id, case when s.rule is not null then s.title end)) from json_array_elements_text($5::json) g
        join segments s on s.organization_id = $1 and s.id = g::uuid and s.deleted_at is null) as segments,
     (select json_agg(r) from (
        select g.given, r.id, r.code, r.active, r.expires_at, r.referrer_id, r.max_redemptions, r.redemption_count,
          array(select s.segment_id from referral_code_segments s where s.organization_id = $1 and s.referral_code_id = r.id
            and s.segment_id <> all(${hiddenSegmentsSql})) as segment_ids
        from json_array_elements_text($6::json) g (given)
        join referral_codes r on r.organization_id = $1 and caseless(r.code) = caseless(g.given)) r) as codes,
     ${hasMarksSql} as has_marks${ids.last}`;
const readRows = scoped<Row>('read_contacts', readRowsSql({ first: '', contacts: '', last: '' }));
/** The same with own fields and contacts that they may lead to: other requests need not look. */
const readRowsByIds = scoped<Row>(
  'read_contacts_by_ids',
  readRowsSql({ first: withIds, contacts: byIds, last: ownFieldsSql }),
);

/**
 * Reads the live contacts that `requests` and the ids in `others` name, the live segments and all codes and own fields that
 * `requests` name, and the time; locks nothing. Former ids and addresses also bring their surviving contacts.
 */
export async function readContacts(
  context: RequestContext,
  requests: ContactRequest[],
  others: string[] = [],
): Promise<{ stored: StoredContacts; clock: Clock }> {
  const named = (values: (string | null | undefined)[]) =>
    JSON.stringify([...new Set(values.filter((value) => !!value))]);
  const values = [
    named(requests.map(({ fields }) => fields.email)),
    named(requests.map(({ fields }) => fields.phone)),
    named([...requests.map(({ id, contactId }) => id ?? contactId), ...others]),
    named(requests.flatMap(({ segmentIds }) => segmentIds)),
    named(requests.map(({ referralCode }) => referralCode)),
  ];
  const keys = requests.flatMap(({ custom }) => (custom ? Object.keys(custom).filter(isFieldKey) : []));
  const [row] = await (keys.length > 0
    ? readRowsByIds(context, ...values, toIds(requests), named(keys))
    : readRows(context, ...values));
  if (!row) throw new Error('Reading contacts gave no row.');
  const contacts: ContactRow[] = [];
  const merged: MergedRow[] = [];
  for (const values of row.contacts ?? []) {
    const contact = toContactRow(values);
    const into = values.at(-2) as string | null;
    if (into) merged.push({ ...contact, into });
    else contacts.push(contact);
  }
  if (merged.length > 0) {
    // Rare: read everything again with the survivors, in one snapshot.
    const known = new Set([...contacts.map(({ id }) => id), ...others]);
    const unread = merged.map(({ into }) => into).filter((id) => !known.has(id));
    if (unread.length > 0) return readContacts(context, requests, [...others, ...unread]);
  }
  const marks = row.has_marks
    ? await readMarks(context, [...requests.map(({ fields }) => fields), ...contacts])
    : {};
  if (row.has_marks)
    for (const contact of contacts) contact.marks = pickMarks(contact, (address) => marks[address]);
  const redemptions = (row.codes && row.contacts ? row.contacts : []).flatMap((values) =>
    ((values.at(-1) as string[] | null) ?? []).map((code): [string, string] => [values[0], code]),
  );
  const stored = new StoredContacts(
    contacts,
    new Map(row.segments),
    toCodesByName(row.codes ?? []),
    redemptions,
    merged,
    new Map((row.fields ?? []).map((field) => [field.key, field])),
    marks,
    row.ids ?? [],
  );
  return { stored, clock: toClock(row.microseconds) };
}

const AN_ID: FieldDefinition = { key: '', type: 'id', options: [] };

/** Own values that may be ids of other systems, by key, as they would be stored. */
function toIds(requests: ContactRequest[]): string {
  const ids: Record<string, unknown[]> = {};
  for (const { custom = {} } of requests)
    for (const [key, given] of Object.entries(custom)) {
      if (typeof given !== 'string' || !isFieldKey(key)) continue;
      const { value } = parseFieldValue(AN_ID, given);
      if (value) (ids[key] ??= []).push(value);
    }
  return JSON.stringify(ids);
}

const withTrash = `${columns}, deleted_at`;
const readKnown = scoped<{ contact: ContactValues; deletedAt: string | null }>(
  'read_known_contacts',
  `select json_build_array(${contactValuesSql}) as contact, c.deleted_at as "deletedAt" from (
     ${lookUp('$2', byEmailSql('contacts', 'g'), withTrash)} union ${lookUp('$3', byPhoneSql('contacts', 'g'), withTrash)}
     union ${lookUp('$4', 'id = g::uuid', withTrash)}) c`,
);

/** Contacts with these emails and phones, without the trash, and contacts with these ids, also from the trash. */
export async function readWithTrash(
  context: RequestContext,
  given: readonly Pick<ContactRow, 'id' | 'email' | 'phone'>[],
): Promise<{ row: ContactRow; deletedAt: string | null }[]> {
  const named = (name: 'id' | 'email' | 'phone') => JSON.stringify(given.flatMap((one) => one[name] ?? []));
  const rows = await readKnown(context, named('email'), named('phone'), named('id'));
  return rows.map(({ contact, deletedAt }) => ({ row: toContactRow(contact), deletedAt }));
}

/**
 * Codes by their text in requests. Spellings that differ in case share one object, so that their uses are counted together.
 */
function toCodesByName(rows: NonNullable<Row['codes']>): Map<string, ReferralCodeRow> {
  const byId = new Map<string, ReferralCodeRow>();
  return new Map(
    rows.map(({ given, ...row }) => {
      const code = byId.get(row.id) ?? { ...row, expires_at: row.expires_at && parseTime(row.expires_at) };
      byId.set(row.id, code);
      return [given, code];
    }),
  );
}

/**
 * The time of the database, and ids for it. They ascend and sort among those of `uuid_of` in the database: both have 12
 * bits below the millisecond.
 */
function toClock(microseconds: number): Clock {
  const milliseconds = Math.floor(microseconds / 1000);
  const fraction = Math.floor(((microseconds % 1000) * 4096) / 1000);
  let next = 0;
  return {
    now: new Date(milliseconds).toISOString(),
    nextId: () => uuidv7({ msecs: milliseconds, seq: (fraction << 20) | next++, random: randomBytes16() }),
  };
}

const randomPool = new Uint8Array(4096);
let randomUsed = randomPool.length;

/** Random bytes from a pool, valid until its next refill: a system call costs as much as deciding a contact. */
function randomBytes16(): Uint8Array {
  if (randomUsed === randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  randomUsed += 16;
  return randomPool.subarray(randomUsed - 16, randomUsed);
}
