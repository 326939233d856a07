import { v7 as uuidv7 } from 'uuid';
import { type ContactExport, EXPORT_DAYS } from '@/lib/contract/export';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { transaction } from '@/lib/database/transaction';
import { workbook } from '@/lib/import/xlsx-writer';
import { insertJob } from '@/lib/jobs/job-table';
import { recordList } from '../activity/record-list';
import { readFile } from '../imports/import-file';
import { lockOrganization } from '../organizations/organization';
import { createOnce } from '../shared/create-once';
import { toRequestedBy } from '../shared/job-context';
import { jobResource } from '../shared/job-resource';
import { type Handler, missingScope, notFound, refuse } from '../shared/reply';
import { refuseIfFull } from '../shared/storage';
import { exportName, recordExport, resolveExport, XLSX } from './export-contacts';
import { exportType } from './export-job';

/** Most exports per organization. */
const MOST_EXPORTS = 20;

const KEPT = `interval '${EXPORT_DAYS} days'`;
const rows = `select j.id, j.input ->> 'name' as name, j.state, (j.progress ->> 'contacts')::int as contacts,
    (j.input ->> 'leftOut')::int as "leftOut", j.error,
    j.created_at as "createdAt", j.created_at + ${KEPT} as "expiresAt", j.created_by as actor
  from jobs j where j.organization_id = $1 and j.kind = '${exportType.name}' and j.created_at > clock_timestamp() - ${KEPT}`;

type Row = Omit<ContactExport, 'leftOut'> & { leftOut: number | null };

const list = scoped<Row>('list_exports', `${rows} order by j.id desc`);
const get = scoped<Row>('get_export', `${rows} and j.id = $2`);
const remove = scoped<{ id: string }>(
  'delete_export',
  `with gone as (delete from jobs where organization_id = $1 and id = $2 and kind = '${exportType.name}' returning id),
   file as (delete from import_files where organization_id = $1 and import_id in (select id from gone))
   select id from gone`,
);

const toExport = ({ leftOut, ...row }: Row): ContactExport => (leftOut ? { ...row, leftOut } : row);

const TOO_MANY = refuse('CONFLICT', `There are already ${MOST_EXPORTS} exports. Delete one of them.`);
const NOT_READY = refuse('CONFLICT', 'This export is not finished.');

/** Creates a job that writes the file, and records the export. Refused beyond `MOST_EXPORTS` or the storage. */
export const createExport: Handler<'createExport'> = async (call) => {
  const { context, service } = call;
  const resolved = await resolveExport(context, call.query);
  if ('refusal' in resolved) return resolved;
  const { query } = resolved;
  const read = (id: string) => readExportReply(context, id);
  const reply = await createOnce(call, call.query, read, async (key) => {
    const full = await refuseIfFull(context, service);
    if (full) return full;
    const id = uuidv7();
    const isMade = await transaction(context, async (client) => {
      await lockOrganization({ ...context, client });
      if ((await list({ ...context, client })).length >= MOST_EXPORTS) return false;
      const asked = { ...query, columns: call.query.columns };
      const leftOut = await recordExport({ ...context, client }, asked, 'file', id);
      await insertJob(client, exportType, {
        organizationId: context.organizationId,
        id,
        requestedBy: toRequestedBy(context),
        key,
        input: { query, name: exportName(query.format), country: context.country, leftOut },
        progress: { contacts: 0, after: null },
      });
      return true;
    });
    return isMade ? read(id) : TOO_MANY;
  });
  service.jobs.wake();
  return 'data' in reply ? { ...reply, created: `/exports/${reply.data.id}` } : reply;
};

export const listExports: Handler<'listExports'> = async ({ context }) => ({
  data: (await list(context)).map(toExport),
});

export const getExport: Handler<'getExport'> = jobResource(readExportReply).get;

/** Streams the file of a finished export. Records the download. */
export const downloadExport: Handler<'downloadExport'> = async ({ context, id }) => {
  const reply = await readExportReply(context, id);
  if ('refusal' in reply) return reply;
  const { state, name, contacts: count } = reply.data;
  if (state !== 'finished') return NOT_READY;
  await recordList(context, 'list.downloaded', { list: 'contacts', as: 'file', count }, id);
  if (name.endsWith('.xlsx'))
    return { download: workbook(readWorkbookRows(context, id)), fileName: name, type: XLSX };
  return { download: readText(context, id), fileName: name };
};

/** The text of the file, chunk by chunk. Chunks end at a line break, so characters are never split. */
async function* readText(context: RequestContext, id: string): AsyncGenerator<string> {
  for await (const chunk of readFile(context, id)) yield Buffer.from(chunk).toString('utf8');
}

/** The rows of a workbook, as the job has stored them. */
async function* readWorkbookRows(context: RequestContext, id: string): AsyncGenerator<string[][]> {
  for await (const text of readText(context, id))
    yield text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as string[]);
}

/**
 * Deletes an export and its file; another's needs `contacts:write`. Also stops a running one, whose next chunk finds no
 * job.
 */
export const deleteExport: Handler<'deleteExport'> = async ({ context, id }) => {
  const reply = await readExportReply(context, id);
  if ('refusal' in reply) return reply;
  const { actor } = reply.data;
  const isOwn = actor.kind === context.actor.kind && actor.id === context.actor.id;
  if (!isOwn && !context.scopes.includes('contacts:write')) return missingScope('contacts:write');
  await remove(context, id);
  return reply;
};

/** The export as a reply, or 404, also once it has expired. */
async function readExportReply(context: RequestContext, id: string) {
  const [row] = await get(context, id);
  return row ? { data: toExport(row) } : notFound('export');
}
