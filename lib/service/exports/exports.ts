import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '@/lib/contract/actor';
import { type ContactExport, EXPORT_DAYS } from '@/lib/contract/export';
import { findByKey } from '@/lib/jobs/job-table';
import type { Jobs } from '../bulk-changes/bulk-changes';
import { readFile } from '../imports/import-file';
import { type Handler, isUuid, notFound, refuse } from '../reply';
import { type RequestContext, retryOnConflict, scoped } from '../statement';
import { exportName } from './export-contacts';
import { EXPORT, type ExportInput, type ExportProgress } from './export-job';

/** Files that an organization may have waiting to be downloaded. */
const MOST_EXPORTS = 20;

interface Row {
  id: string;
  state: ContactExport['state'];
  input: ExportInput;
  progress: ExportProgress;
  error: string | null;
  created_by: Actor;
  created_at: string;
  expires_at: string;
}

const KEPT = `interval '${EXPORT_DAYS} days'`;
const rows = `select j.id, j.state, j.input, j.progress, j.error, j.created_by, j.created_at, j.created_at + ${KEPT} as expires_at
  from jobs j where j.organization_id = $1 and j.kind = '${EXPORT}' and j.created_at > clock_timestamp() - ${KEPT}`;

const list = scoped<Row>('list_exports', `${rows} order by j.id desc`);
const get = scoped<Row>('get_export', `${rows} and j.id = $2`);
const create = scoped<{ id: string }>(
  'create_export',
  `insert into jobs (organization_id, id, kind, input, state, progress, created_by, asked_by, token_id, idempotency_key,
     body_digest, due_at, created_at, updated_at)
   select $1, $2, '${EXPORT}', $3, 'running', $4, $5, $6, $7, $8, $9, now, now, now
   from date_trunc('milliseconds', clock_timestamp()) now
   where (select count(*) from (${rows}) kept) < ${MOST_EXPORTS} returning id`,
);
const remove = scoped<{ id: string }>(
  'delete_export',
  `with gone as (delete from jobs where organization_id = $1 and id = $2 and kind = '${EXPORT}' returning id),
   file as (delete from import_files where organization_id = $1 and import_id in (select id from gone))
   select id from gone`,
);

const OTHER_QUERY = refuse('CONFLICT', 'This Idempotency-Key was used for another request.');
const TOO_MANY = refuse('CONFLICT', `There are ${MOST_EXPORTS} exports already. Delete one of them.`);
const NOT_READY = refuse('CONFLICT', 'This export is not finished.');

export function createExport(jobs: Jobs): Handler<'createExport'> {
  return ({ context, query, idempotencyKey }) =>
    // Of two requests with one key at once, the second finds on its second try what the first made.
    retryOnConflict(async () => {
      const { database, organizationId, tokenId, actor, requestId } = context;
      const bodyDigest = createHash('sha256').update(JSON.stringify(query)).digest();
      const made =
        idempotencyKey !== null &&
        (await findByKey(database, { organizationId, tokenId, idempotencyKey, bodyDigest }));
      if (made && !made.isSame) return OTHER_QUERY;
      const id = made ? made.id : uuidv7();
      if (!made) {
        const input: ExportInput = { query, name: exportName() };
        const progress: ExportProgress = { contacts: 0, after: null };
        const found = await create(
          context,
          id,
          JSON.stringify(input),
          JSON.stringify(progress),
          JSON.stringify(actor),
          JSON.stringify({ actor, tokenId, requestId }),
          tokenId,
          idempotencyKey,
          idempotencyKey === null ? null : bodyDigest,
        );
        if (found.length === 0) return TOO_MANY;
        jobs.wake();
      }
      const reply = await replyOf(context, id);
      return 'data' in reply ? { ...reply, created: `/exports/${id}` } : reply;
    });
}

export const listExports: Handler<'listExports'> = async ({ context }) => ({
  data: (await list(context)).map(exportOf),
});

export const getExport: Handler<'getExport'> = ({ context, id }) => replyOf(context, id);

export const downloadExport: Handler<'downloadExport'> = async ({ context, id }) => {
  const reply = await replyOf(context, id);
  if ('refusal' in reply) return reply;
  const { state, name } = reply.data;
  return state === 'finished' ? { download: textOf(context, id), fileName: name } : NOT_READY;
};

/** Pieces end between two rows, never inside a character. */
async function* textOf(context: RequestContext, id: string): AsyncGenerator<string> {
  for await (const piece of readFile(context, id)) yield Buffer.from(piece).toString('utf8');
}

/** Also stops one that runs: its next piece finds no job. */
export const deleteExport: Handler<'deleteExport'> = async ({ context, id }) => {
  const reply = await replyOf(context, id);
  if ('data' in reply) await remove(context, id);
  return reply;
};

async function replyOf(context: RequestContext, id: string) {
  const [row] = isUuid(id) ? await get(context, id) : [];
  return row ? { data: exportOf(row) } : notFound('export');
}

const exportOf = ({ id, state, input, progress, error, ...row }: Row): ContactExport => ({
  id,
  name: input.name,
  state,
  contacts: progress.contacts,
  error,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  actor: row.created_by,
});
