import type { PoolClient } from 'pg';
import { actorValues, recording } from '@/lib/contacts/activity';
import { segmentPalette } from '@/lib/contract/segment';
import type { Database } from '@/lib/database/database';
import { gatherStatistics } from '@/lib/database/statistics';
import { transaction } from '@/lib/database/transaction';
import { type Handler, refuse } from '../reply';
import { insertSampleContacts } from './sample-contacts';
import { segmentTitles } from './sample-people';

interface SampleCounts {
  contacts: number;
  segments: number;
  referralCodes: number;
}

const DEFAULT: SampleCounts = { contacts: 240, segments: 12, referralCodes: 6 };

/** Activity for what was created. Referral codes may have existed before. */
const RECORDS = [
  `${recording('segment.created', 's.id', 'null', `jsonb_build_object('title', s.title, 'color', s.color)`)}
   from segments s where s.organization_id = $1`,
  `${recording('referral-code.created', 'r.id', 'null', `jsonb_build_object('code', r.code, 'label', r.label, 'active', r.active)`)}
   from referral_codes r where r.organization_id = $1
   and not exists (select from activities a where a.organization_id = $1 and a.subject_id = r.id)`,
  `${recording(
    'contact.created',
    'c.id',
    'null',
    `contact_fields(c) ||
    jsonb_strip_nulls(jsonb_build_object('segmentIds', nullif(contact_segment_ids(c.organization_id, c.id), '{}')))`,
  )}
   from contacts c where c.organization_id = $1 and c.deleted_at is null`,
];

export const loadSampleData: Handler<'loadSampleData'> = async ({ context }) => {
  const { database, organizationId } = context;
  const loaded = await transaction(database, async (client) => {
    // Serializes concurrent requests.
    await client.query('select from organizations where id = $1 for no key update', [organizationId]);
    const { rowCount } = await client.query(
      `select from contacts where organization_id = $1 and deleted_at is null
       union all select from segments where organization_id = $1 limit 1`,
      [organizationId],
    );
    if (rowCount) return false;
    await fill(client, organizationId, DEFAULT);
    for (const text of RECORDS) await client.query(text, [organizationId, ...actorValues(context)]);
    return true;
  });
  if (!loaded)
    return refuse(
      'CONFLICT',
      'The organization already has contacts or segments; sample data needs an empty one.',
    );
  await gatherStatistics(database);
  return { data: { count: DEFAULT.contacts } };
};

/** Adds realistic contacts, segments and referral codes to an organization. Can be called again for more. */
export async function seed(database: Database, organizationId: string, counts: SampleCounts): Promise<void> {
  await transaction(database, (client) => fill(client, organizationId, counts));
  // Enables index-only scans for deep pages.
  await database.pool.query('vacuum contacts, contact_segments');
  await gatherStatistics(database);
}

async function fill(client: PoolClient, organizationId: string, counts: SampleCounts): Promise<void> {
  const segments = await seedSegments(client, organizationId, counts.segments);
  await insertSampleContacts(client, organizationId, counts.contacts, segments);
  await seedReferralCodes(client, organizationId, counts.referralCodes, segments);
}

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
      join segments s on s.organization_id = $1 and caseless(s.title) = caseless(g.title) order by position`,
    values: [organizationId, titles],
  });
  return rows.map((row) => row.id);
}

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
          values ($1, uuid_of(clock_timestamp()), $2, $3, $4, case when $5 then now() - interval '1 day' end, $6, now())
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
