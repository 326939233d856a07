import { v7 as uuidv7 } from 'uuid';
import { fingerprintOf, selected } from '@/lib/contacts/lists/contact-selection';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import { parameters, runScoped } from '@/lib/database/statement';
import type { IdempotencyKey } from '../create-once';
import { askedBy } from '../job-context';
import type { HandlerCall } from '../reply';
import { PURGED_AT_ONCE } from '../trash/trash-purge-job';
import { BULK_CHANGE, type BulkChangeInput, type BulkChangeRow, bulkChangeColumns } from './bulk-change-row';

/** Contacts per piece, which blocks the embedded database for 70 to 250 ms. */
const CHUNK = 1_000;
/** Assignments per piece. */
const ASSIGNMENTS = 4_000;

/** Contacts in unfinished changes of an organization, as 32 MB of ids. Beyond it, no new changes are accepted. */
export const MOST_WAITING = 2_000_000;

/** Creates the job and stores its contacts, if they are the expected ones. */
export async function freeze(
  { context, body, service }: HandlerCall<'createBulkChange'>,
  change: Omit<BulkChangeInput, 'chunks'>,
  key: IdempotencyKey | null,
): Promise<{ found: number; fingerprint: string; waiting: number; row: BulkChangeRow | null }> {
  const size = Math.min(
    change.type === 'purge' ? PURGED_AT_ONCE : (service.jobs.pieceSize ?? CHUNK),
    Math.floor(ASSIGNMENTS / Math.max(change.add.length + change.remove.length, 1)),
  );
  const { values, parameter } = parameters();
  const id = parameter(uuidv7());
  const none: Omit<BulkChangeProgress, 'total'> = {
    processed: 0,
    changed: 0,
    gone: 0,
    undone: 0,
    conflicts: 0,
  };
  const [row] = await runScoped<BulkChangeRow & { found: number; fingerprint: string; waiting: number }>(
    context,
    `with unfinished as (
       select coalesce(sum((progress ->> 'total')::int - (progress ->> 'processed')::int), 0)::bigint as waiting from jobs
       where organization_id = $1 and kind = '${BULK_CHANGE}' and state <> 'finished' and not undo),
     collected as (
       select coalesce(array_agg(c.id), '{}') as ids, ${fingerprintOf('c.id')} as fingerprint
       from (${selected(context, body, parameter, change.type === 'purge')}) c),
     made as (
       insert into jobs (organization_id, id, kind, input, state, progress, created_by, asked_by, token_id,
         idempotency_key, body_digest, due_at, created_at, updated_at)
       select $1, ${id}, '${BULK_CHANGE}',
         ${parameter(JSON.stringify(change))}::jsonb || jsonb_build_object('chunks', ceil(found / ${size}::numeric)::integer),
         case found when 0 then 'finished' else 'running' end,
         ${parameter(JSON.stringify(none))}::jsonb || jsonb_build_object('total', found),
         ${parameter(JSON.stringify(context.actor))}, ${parameter(JSON.stringify(askedBy(context)))}, ${parameter(context.tokenId)},
         ${parameter(key?.idempotencyKey)}, ${parameter(key?.bodyDigest)}, made_at, made_at, made_at
       from date_trunc('milliseconds', clock_timestamp()) made_at, (select cardinality(ids) as found, fingerprint from collected) counted
       where (select waiting from unfinished) < ${MOST_WAITING} and found = coalesce(${parameter(body.expectedCount)}::bigint, found)
         and fingerprint = coalesce(${parameter(body.expectedFingerprint)}, fingerprint) returning *),
     stored as (
       insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids)
       select $1, ${id}, number, ids[(number - 1) * ${size} + 1 : number * ${size}]
       from collected cross join lateral generate_series(1, ceil(cardinality(ids) / ${size}::numeric)::integer) number
       where exists (select from made))
     select cardinality(ids) as found, fingerprint, waiting, ${bulkChangeColumns}
     from collected cross join unfinished left join made b on true`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  const { found, fingerprint, waiting } = row;
  return { found, fingerprint, waiting, row: row.id ? row : null };
}
