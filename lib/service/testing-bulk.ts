import type { BulkChange, BulkChangeCreate } from '@/lib/contract/bulk-change';
import type { TestOrganization } from './testing';

type Verb = 'run' | 'cancel' | 'undo';

/** A bulk change as it is when created; fails where it is refused. */
export async function bulkChange(
  { call }: TestOrganization,
  change: BulkChangeCreate['change'],
  selection: Omit<BulkChangeCreate, 'change'>,
): Promise<BulkChange> {
  return (await call<BulkChange>('POST', '/bulk-changes', { change, ...selection })).data;
}

/** One call, and what it answers. */
export async function step({ call }: TestOrganization, { id }: BulkChange, verb: Verb): Promise<BulkChange> {
  return (await call<BulkChange>('POST', `/bulk-changes/${id}/${verb}`)).data;
}

/** As many calls as it takes. */
export async function whole(
  organization: TestOrganization,
  change: BulkChange,
  verb: 'run' | 'undo',
): Promise<BulkChange> {
  const last = await step(organization, change, verb);
  return last.state === 'running' || last.state === 'undoing' ? whole(organization, change, verb) : last;
}

/** Puts `count` contacts there, named 0@many.example and so on; ids in that order. */
export async function fill({ api, id }: TestOrganization, count: number): Promise<string[]> {
  const rows = await api.query<{ id: string }>(
    `insert into contacts (organization_id, id, email, created_at, updated_at)
     select $1, uuid_of(timestamptz '2026-01-01' + n * interval '1 ms'), n || '@many.example', '2026-01-01', '2026-01-01'
     from generate_series(0, $2 - 1) n returning id`,
    [id, count],
  );
  await api.query('select add_to_counts($1, array[$1]::uuid[], $2)', [id, count]);
  return rows.map((row) => row.id);
}

/** All that is known of an organization's contacts, row by row, but for the versions and the history. */
export async function contents({ api, id }: TestOrganization): Promise<Record<string, unknown[]>> {
  const read = (query: string) => api.query(query, [id]);
  return {
    contacts: await read(
      "select to_jsonb(c) - 'version' as row from contacts c where organization_id = $1 order by id",
    ),
    assignments: await read(
      'select * from contact_segments where organization_id = $1 order by contact_id, segment_id',
    ),
    redemptions: await read('select * from redemptions where organization_id = $1 order by contact_id'),
    counts: await read(
      `select counted_id, sum(count)::int as count from contact_counts where organization_id = $1
       group by counted_id having sum(count) <> 0 order by counted_id`,
    ),
  };
}
