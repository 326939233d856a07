import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  type ContactSelection,
  fingerprintSql,
  selectionConditionsSql,
} from '@/lib/contacts/lists/contact-selection';
import type { Field } from '@/lib/contract/field';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { insertJob } from '@/lib/jobs/job-table';
import { type BulkChangeInput, bulkChangeType } from '../shared/bulk-change-type';
import type { IdempotencyKey } from '../shared/create-once';
import { toRequestedBy } from '../shared/job-context';
import type { HandlerCall, Jobs } from '../shared/reply';
import { PURGED_AT_ONCE } from '../trash/trash-purge-job';
import { CHUNK, dropChunks, snapshotValues } from './chunks';

/** Most segment assignments per chunk. */
const ASSIGNMENTS = 4_000;

/** Contacts in an organization's unfinished changes (32 MB of ids). Beyond it, new changes are refused. */
export const MOST_WAITING = 2_000_000;

const unfinished = scoped<{ contacts: number }>(
  'unfinished_bulk_changes',
  `select coalesce(sum((progress ->> 'total')::int - (progress ->> 'processed')::int), 0)::bigint as contacts from jobs
   where organization_id = $1 and kind = '${bulkChangeType.name}' and state <> 'finished' and not undo`,
);
const countChunks = scoped<{ chunks: number; found: number; fingerprint: string }>(
  'count_bulk_change_contacts',
  `select count(distinct number) as chunks, count(id) as found, ${fingerprintSql('id', 'coalesce(version, 0)')} as fingerprint
   from bulk_change_chunks cross join unnest(contact_ids, versions) v (id, version)
   where organization_id = $1 and bulk_change_id = $2`,
);

/** The progress of a change of so many contacts at its beginning. */
export const notStarted = (total: number) => ({
  total,
  processed: 0,
  changed: 0,
  gone: 0,
  undone: 0,
  conflicts: 0,
});

interface Snapshot {
  found: number;
  fingerprint: string;
  /** Contacts in other, unfinished changes. */
  waiting: number;
  /** Id of the job; `null` if other contacts match than expected, or too many wait. */
  id: string | null;
}

type SnapshotCall = Pick<HandlerCall<'createBulkChange'>, 'context' | 'service'> & {
  body: Omit<HandlerCall<'createBulkChange'>['body'], 'change'>;
};

/**
 * Stores the contacts of a selection in chunks under the id of a change, and counts them.
 *
 * @param frozen Stores their versions, too, of at most so many contacts; the fingerprint is then of both.
 */
export async function storeChunks(
  context: RequestContext,
  id: string,
  selection: ContactSelection,
  { type, add, remove }: Pick<BulkChangeInput, 'type' | 'add' | 'remove'>,
  { chunkSize = CHUNK }: Jobs,
  frozen?: number,
) {
  const size = Math.min(
    type === 'purge' ? PURGED_AT_ONCE : chunkSize,
    Math.floor(ASSIGNMENTS / Math.max(add.length + remove.length, 1)),
  );
  const { values, parameter } = parameters();
  const where = await selectionConditionsSql(context, selection, parameter, type === 'purge');
  const slice = `[(number - 1) * ${size} + 1 : number * ${size}]`;
  await runScoped(
    context,
    `insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids, versions)
     select $1, ${parameter(id)}, number, ids${slice}, ${frozen ? `versions${slice}` : 'null'}
     from (select array_agg(c.id) as ids${frozen ? ', array_agg(c.version) as versions' : ''} from (
       select c.id, c.version from contacts c where ${where}${frozen ? ` order by c.id limit ${frozen}` : ''}) c) collected
     cross join lateral generate_series(1, ceil(cardinality(ids) / ${size}::numeric)::integer) number`,
    values,
  );
  const [counts = { chunks: 0, found: 0, fingerprint: '' }] = await countChunks(context, id);
  return counts;
}

/** Stores the contacts of a change, and creates its job. Neither if other contacts match than expected, or too many wait. */
export async function snapshotSelection(
  { context, body, service }: SnapshotCall,
  change: Omit<BulkChangeInput, 'chunks'>,
  key: IdempotencyKey | null,
): Promise<Snapshot> {
  const id = uuidv7();
  return transaction(context, async (client) => {
    const within = { ...context, client };
    const waiting = (await unfinished(within))[0]?.contacts ?? 0;
    if (waiting >= MOST_WAITING) return { found: 0, fingerprint: '', waiting, id: null };
    const { chunks, found, fingerprint } = await storeChunks(within, id, body, change, service.jobs);
    const { expectedCount = found, expectedFingerprint = fingerprint } = body;
    if (found !== expectedCount || fingerprint !== expectedFingerprint) {
      await dropChunks(within, id);
      return { found, fingerprint, waiting, id: null };
    }
    await insertJob(client, bulkChangeType, {
      organizationId: context.organizationId,
      id,
      requestedBy: toRequestedBy(context),
      key,
      input: { ...change, chunks },
      progress: notStarted(found),
      isDone: found === 0 && !change.merged,
    });
    return { found, fingerprint, waiting, id };
  });
}

/** Stores the contacts with a value in a field, in the transaction of the context, and creates a bulk change of them. */
export async function snapshotField(
  context: HandlerCall<'changeFieldType'>['context'] & { client: PoolClient },
  { id, key, label }: Pick<Field, 'id' | 'key' | 'label'>,
  change: Pick<BulkChangeInput, 'type' | 'retype'>,
) {
  const changeId = uuidv7();
  const { chunks, contacts } = await snapshotValues(context, changeId, key);
  await insertJob(context.client, bulkChangeType, {
    organizationId: context.organizationId,
    id: changeId,
    requestedBy: toRequestedBy(context),
    input: { ...change, add: [], remove: [], field: { id, key, label }, chunks },
    progress: notStarted(contacts),
    isDone: chunks === 0,
  });
  return changeId;
}
