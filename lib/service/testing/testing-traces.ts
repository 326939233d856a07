import { gunzipSync } from 'node:zlib';
import type { TestApi } from './testing';

/** Columns that keep no data of contacts: ids, words of the program and of the organization, staff. */
export const withoutContacts = [
  ...['action', 'actor_kind', 'actor_name', 'request_id', 'erased_digest'].map(
    (name) => `activities.${name}`,
  ),
  'activity_seals.*',
  'address_keys.key',
  'api_tokens.*',
  'bulk_change_chunks.segment_changes',
  'do_not_contact.*',
  'duplicates.reasons',
  ...['requested_by', 'body_digest', 'created_by', 'error', 'idempotency_key', 'kind', 'state'].map(
    (name) => `jobs.${name}`,
  ),
  'fields.*',
  'migrations.hash',
  'organizations.*',
  ...['operation', 'preview', 'state', 'created_by', 'first_approval', 'result'].map(
    (name) => `proposals.${name}`,
  ),
  'rate_counts.key',
  'referral_codes.*',
  'replicas.*',
  'saved_views.title',
  'segments.*',
  'told_rules.*',
  ...['problem', 'state', 'type'].map((name) => `webhook_deliveries.${name}`),
  'webhooks.*',
  ...['account', 'membership', 'rate_limit', 'session', 'two_factor', 'user', 'verification'].map(
    (name) => `staff_${name}.*`,
  ),
];

/** Part of each value of the erased person: of texts, and of phones in any format. */
const CANARY = /canary|30\D{0,2}2277700\d/i;
/** The gzip header. */
const COMPRESSED = [0x1f, 0x8b];

/** All columns that can have text, as `table.column`. */
export async function textColumns(api: TestApi): Promise<string[]> {
  const rows = await api.query<{ place: string }>(
    `select format('%s.%s', c.table_name, c.column_name) as place from information_schema.columns c
     where c.table_schema = 'public' and c.table_name not like 'citus%'
       and (c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'inet') or c.udt_name in ('_text', '_varchar'))
     order by 1`,
  );
  return rows.map(({ place }) => place);
}

/** All columns that have a value of the person in text, JSON or bytes, as `table.column`; of one organization if given. */
export async function traces(api: TestApi, organizationId?: string): Promise<string[]> {
  const tables = await api.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'citus%'`,
  );
  const found = new Set<string>();
  for (const { name } of tables)
    for (const row of await api.query(`select * from ${name}`))
      if (!organizationId || !row.organization_id || row.organization_id === organizationId)
        for (const [column, value] of Object.entries(row))
          if (hasTrace(value)) found.add(`${name}.${column}`);
  return [...found].sort();
}

/** Whether a value contains one of the person's, also in base64, compressed or within an object. */
function hasTrace(value: unknown): boolean {
  if (typeof value === 'string') {
    const isBase64 = /^[\w+/]{8,}={0,2}$/.test(value);
    return CANARY.test(value) || (isBase64 && CANARY.test(Buffer.from(value, 'base64').toString()));
  }
  if (value instanceof Uint8Array) {
    const isCompressed = COMPRESSED.every((byte, index) => value[index] === byte);
    return CANARY.test(Buffer.from(isCompressed ? gunzipSync(value) : value).toString());
  }
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasTrace);
}
