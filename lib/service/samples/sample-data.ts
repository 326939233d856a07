import type { PoolClient } from 'pg';
import { type NewActivity, recordActivity } from '@/lib/contacts/activity';
import { contactFields } from '@/lib/contract/contact-fields';
import { segmentPalette } from '@/lib/contract/segment';
import type { Database } from '@/lib/database/database';
import { scoped } from '@/lib/database/statement';
import { gatherStatistics } from '@/lib/database/statistics';
import { transaction } from '@/lib/database/transaction';
import { lockOrganization } from '../organizations/organization';
import { type Handler, refuse } from '../shared/reply';
import { insertSampleContacts } from './sample-contacts';
import { insertSampleDetails } from './sample-details';
import { insertSampleFields, type SampleField } from './sample-fields';
import { segmentTitles } from './sample-people';

interface SampleCounts {
  contacts: number;
  segments: number;
  referralCodes: number;
}

const DEFAULT: SampleCounts = { contacts: 240, segments: 12, referralCodes: 6 };

/** SQL: whether the activity knows nothing of a subject. */
const isNewSql = (id: string) =>
  `not exists (select from activities a where a.organization_id = $1 and a.subject_id = ${id})`;

/** The activity of the sample data, at the times of its creation. Leaves out fields and referral codes that existed before. */
const readCreated = scoped<NewActivity>(
  'read_sample_data',
  `select 'segment.created' as action, s.id as "subjectId", json_build_object('title', s.title, 'color', s.color) as after,
     uuid_of(s.created_at) as id, s.created_at as at
   from segments s where s.organization_id = $1 and s.deleted_at is null
   union all
   select 'field.created', f.id, json_strip_nulls(json_build_object('label', f.label, 'key', f.key, 'type', f.type, 'options',
     (select json_agg(o -> 'label') from jsonb_array_elements(f.options) o), 'position', f.position)), uuid_of(f.created_at), f.created_at
   from fields f where f.organization_id = $1 and ${isNewSql('f.id')}
   union all
   select 'referral-code.created', r.id, json_strip_nulls(json_build_object('code', r.code, 'label', r.label, 'referrerId',
     r.referrer_id, 'active', r.active)), uuid_of(r.created_at), r.created_at
   from referral_codes r where r.organization_id = $1 and ${isNewSql('r.id')}
   union all
   select 'contact.created', c.id, (jsonb_strip_nulls(jsonb_build_object(${contactFields
     .map((name) => `'${name}', c.${name}`)
     .join(', ')}, 'segmentIds', nullif(array(select unnest(c.segment_ids)), '{}'), 'referralCode', (
       select r.code from redemptions d join referral_codes r on r.organization_id = $1 and r.id = d.referral_code_id
       where d.organization_id = $1 and d.contact_id = c.id)))
     || coalesce((select jsonb_object_agg('fields.' || key, value) from jsonb_each(c.fields)), '{}'))::json,
     uuid_of(c.created_at), c.created_at
   from contacts c where c.organization_id = $1 and c.deleted_at is null`,
);

const listNewCodes = scoped<{ id: string }>(
  'list_new_sample_codes',
  `select r.id from referral_codes r where r.organization_id = $1 and ${isNewSql('r.id')} order by r.code`,
);

/** Fills an organization without live contacts and segments with sample data, and records it; refuses any other. */
export const loadSampleData: Handler<'loadSampleData'> = async ({ context }) => {
  const { database, organizationId } = context;
  const loaded = await transaction(context, async (client) => {
    await lockOrganization({ ...context, client });
    const { rowCount } = await client.query(
      `select from contacts where organization_id = $1 and deleted_at is null
       union all select from segments where organization_id = $1 and deleted_at is null limit 1`,
      [organizationId],
    );
    if (rowCount) return false;
    const within = { ...context, client };
    const fields = await insertSampleFields(within);
    await insertSampleData(client, organizationId, DEFAULT, fields);
    const codes = await listNewCodes(within);
    const details = await insertSampleDetails(
      within,
      fields.flatMap(({ key, type }) => (type === 'id' ? [key] : [])),
      codes.map(({ id }) => id),
    );
    const created = await readCreated(within);
    await recordActivity(within, [...created, ...details]);
    await client.query('update organizations set sample_ids = $2 where id = $1', [
      organizationId,
      created.map(({ subjectId }) => subjectId),
    ]);
    return true;
  });
  if (!loaded)
    return refuse(
      'CONFLICT',
      'The organization already has contacts or segments; sample data needs an empty one.',
    );
  await gatherStatistics(database.pool);
  return { data: { count: DEFAULT.contacts } };
};

/** Adds realistic contacts, segments and referral codes, without activity. Can be called again for more. */
export async function seed(database: Database, organizationId: string, counts: SampleCounts): Promise<void> {
  await transaction({ database, organizationId }, (client) =>
    insertSampleData(client, organizationId, counts),
  );
  // Enables index-only scans for deep pages.
  await database.pool.query('vacuum contacts');
  await gatherStatistics(database.pool);
}

/** Inserts sample segments, contacts and referral codes; leaves out what exists. */
async function insertSampleData(
  client: PoolClient,
  organizationId: string,
  counts: SampleCounts,
  fields: SampleField[] = [],
): Promise<void> {
  const segments = await seedSegments(client, organizationId, counts.segments);
  await insertSampleContacts(client, organizationId, counts.contacts, segments, fields);
  await seedReferralCodes(client, organizationId, counts.referralCodes, segments);
}

/** Inserts the segments that are missing. Returns the ids of all, in order. */
async function seedSegments(client: PoolClient, organizationId: string, count: number): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, index) => segmentTitles[index] ?? `Segment ${index + 1}`);
  await client.query({
    text: `insert into segments (organization_id, id, title, color, created_at)
      select $1, uuid_of(clock_timestamp()), title, color, now() - interval '90 days' from unnest($2::text[], $3::text[]) as g (title, color)
      on conflict do nothing`,
    values: [organizationId, titles, titles.map((_, index) => segmentPalette[index % segmentPalette.length])],
  });
  const { rows } = await client.query<{ id: string }>({
    text: `select s.id from unnest($2::text[]) with ordinality as g (title, position)
      join segments s on s.organization_id = $1 and s.deleted_at is null and caseless(s.title) = caseless(g.title) order by position`,
    values: [organizationId, titles],
  });
  return rows.map((row) => row.id);
}

/** Inserts the referral codes that are missing; some have expired or are switched off, and each assigns a segment. */
async function seedReferralCodes(
  client: PoolClient,
  organizationId: string,
  count: number,
  segments: string[],
) {
  for (let index = 0; index < count; index++) {
    const code = index === 0 ? 'WELCOME' : `FRIEND-${String(index).padStart(3, '0')}`;
    await client.query({
      text: `with made as (
          insert into referral_codes (organization_id, id, code, label, max_redemptions, expires_at, active, created_at)
          values ($1, uuid_of(clock_timestamp()), $2, $3, $4, case when $5 then now() - interval '1 day' end, $6, now() - interval '90 days')
          on conflict do nothing returning *)
        insert into referral_code_segments (organization_id, referral_code_id, segment_id)
        select organization_id, id, $7::uuid from made where $7::uuid is not null`,
      values: [
        organizationId,
        code,
        index === 0 ? 'Welcome offer' : `Referral ${index}`,
        index === 0 ? null : 1 + ((index * 7) % 20),
        index % 5 === 4,
        index % 7 !== 6,
        segments[index % Math.max(1, Math.min(segments.length, 4))] ?? null,
      ],
    });
  }
}
