import type { BulkChange, BulkChangeCreate } from '@/lib/contract/bulk-change';
import type { TestOrganization } from './testing';

type Verb = 'run' | 'cancel' | 'undo';

/** Creates a bulk change, which the runner has not started yet. */
export async function bulkChange(
  { call }: TestOrganization,
  change: BulkChangeCreate['change'],
  selection: Omit<BulkChangeCreate, 'change'>,
): Promise<BulkChange> {
  return (await call<BulkChange>('POST', '/bulk-changes', { change, ...selection })).data;
}

/** Resumes, cancels or starts to undo a bulk change; runs no chunk. */
export async function step({ call }: TestOrganization, { id }: BulkChange, verb: Verb): Promise<BulkChange> {
  return (await call<BulkChange>('POST', `/bulk-changes/${id}/${verb}`)).data;
}

/** The bulk change as it is now. */
export async function current({ call }: TestOrganization, { id }: BulkChange): Promise<BulkChange> {
  return (await call<BulkChange>('GET', `/bulk-changes/${id}`)).data;
}

/** Runs one chunk of the next job, and reads the change. */
export async function chunk(organization: TestOrganization, change: BulkChange): Promise<BulkChange> {
  await organization.api.jobs.runNext();
  return current(organization, change);
}

/** Runs all jobs until the change, or its undo, has ended. */
export async function whole(
  organization: TestOrganization,
  change: BulkChange,
  verb: 'run' | 'undo',
): Promise<BulkChange> {
  if (verb === 'undo') await step(organization, change, 'undo');
  await organization.api.jobs.runAll();
  return current(organization, change);
}

/** Inserts contacts 0@many.example and so on; returns their ids in that order. */
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

/** Contacts, redemptions and counters of an organization, to compare, without the columns in `without`. */
export async function contents(
  { api, id }: TestOrganization,
  without: ('version' | 'updated_at')[] = ['version'],
): Promise<Record<string, unknown[]>> {
  const read = (query: string) => api.query(query, [id]);
  return {
    contacts: await read(
      `select to_jsonb(c) - '{${without.join()}}'::text[] as row from contacts c where organization_id = $1 order by id`,
    ),
    redemptions: await read('select * from redemptions where organization_id = $1 order by contact_id'),
    counts: await read(
      `select scope_id, sum(count)::int as count from contact_counts where organization_id = $1
       group by scope_id having sum(count) <> 0 order by scope_id`,
    ),
  };
}
