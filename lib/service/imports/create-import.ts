import { v7 as uuidv7 } from 'uuid';
import type { ImportFormat, ImportSettings } from '@/lib/contract/import';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { headerKey } from '@/lib/import/columns';
import { InvalidFile } from '@/lib/import/invalid-file';
import { readInProcess } from '@/lib/import/read-in-process';
import { type FileHead, readers } from '@/lib/import/readers';
import { cancelJob } from '@/lib/jobs/job-table';
import {
  FILE_TOO_LARGE,
  type Handler,
  type HandlerCall,
  invalid,
  notFound,
  refuse,
  type Service,
} from '../reply';
import { knownSegments } from '../segments/segments';
import { storageFull, storedBytes } from '../storage';
import { describeFile } from './describe-file';
import { FileTooLarge, readFile, removeFile, StorageFull, storeFile } from './import-file';
import { HAS_RUN, recordOf, replyOf } from './import-record';

/** Bytes of a workbook: unlike text it is read at once. */
const WORKBOOK_LIMIT = 50 * 1024 * 1024;
/** Workbooks that are read at once, each in a process that may take much memory. Others wait. */
const MOST_READ = 2;
const create = scoped(
  'create_import',
  `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, created_by, created_at, updated_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, now, now from date_trunc('milliseconds', clock_timestamp()) now`,
);
const remembered = scoped<{ settings: ImportSettings }>(
  'remembered_import_settings',
  `select settings from imports where organization_id = $1 and header_key = $2 and run_id is not null order by id desc limit 1`,
);
const change = scoped(
  'update_import',
  `update imports set format = $3, settings = $4, columns = $5, header_key = $6, plan_id = null,
     updated_at = date_trunc('milliseconds', clock_timestamp())
   where organization_id = $1 and id = $2 and run_id is null`,
);
const EMPTY_FILE = invalid([{ path: '', message: 'The file is empty.' }]);
const NO_TABLE = invalid([
  { path: '', message: 'This is not a table. Use CSV, TSV or text, or an Excel workbook (.xlsx).' },
]);

export const createImport: Handler<'createImport'> = async ({ context, service, query, upload }) => {
  const { storageLimit = Number.POSITIVE_INFINITY } = service;
  const before = await storedBytes(context);
  const full = refuse('CONFLICT', storageFull(before, storageLimit));
  if (before >= storageLimit) return full;
  let [id, size] = [uuidv7(), 0];
  let head: FileHead | null;
  try {
    const kind = { isWorkbook: false };
    size = await storeFile(context, id, limited(upload, kind), storageLimit - before);
    if (size === 0) return EMPTY_FILE;
    if (kind.isWorkbook) [id, size] = await asText(context, id, storageLimit - before);
    head = await headOf(context, id);
  } catch (cause) {
    await removeFile(context, id);
    if (cause instanceof FileTooLarge) return FILE_TOO_LARGE;
    if (cause instanceof StorageFull) return full;
    if (cause instanceof InvalidFile) return invalid([{ path: '', message: cause.message }]);
    throw cause;
  }
  if (!head) {
    await removeFile(context, id);
    return NO_TABLE;
  }
  const { format } = head;
  const file = describeFile(head, defaultsOf(context, service));
  const key = headerKey(file.header);
  const [latest] = file.header.length > 0 ? await remembered(context, key) : [];
  const settings = latest
    ? {
        ...file.settings,
        ...latest.settings,
        segmentIds: (await knownSegments(context, latest.settings.segmentIds)).map(({ id }) => id),
        targets: file.columns.map((_, index) => latest.settings.targets[index] ?? null),
        // What the rows show counts more than what another file had.
        segmentSeparator: file.separator ?? latest.settings.segmentSeparator,
        createSegments: latest.settings.createSegments && file.settings.createSegments,
      }
    : file.settings;
  await create(
    context,
    id,
    query.name,
    size,
    key,
    JSON.stringify(format),
    JSON.stringify(settings),
    JSON.stringify(file.columns),
    JSON.stringify(context.actor),
  );
  const reply = await replyOf(context, id);
  return 'data' in reply ? { ...reply, created: `/imports/${id}` } : reply;
};

/** What only some may do is chosen for those who may. */
const defaultsOf = ({ scopes }: HandlerCall<'createImport'>['context'], { country = null }: Service) => ({
  country,
  createSegments: scopes.includes('segments:write'),
});

/** Passes a file on, and notes whether it is a workbook. */
async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  kind: { isWorkbook: boolean },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    if (size === 0) kind.isWorkbook = Buffer.from(chunk.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';
    size += chunk.byteLength;
    if (kind.isWorkbook && size > WORKBOOK_LIMIT) throw new FileTooLarge();
    yield chunk;
  }
}

const reading: Promise<unknown>[] = Array.from({ length: MOST_READ }, () => Promise.resolve());

/** Stores a workbook as text instead. @returns The id and the size of the text. */
async function asText(context: RequestContext, workbookId: string, room: number): Promise<[string, number]> {
  const id = uuidv7();
  // The place of the reader that others have waited for the longest.
  const before = reading.shift();
  const text = Promise.resolve(before)
    .catch(() => {})
    .then(() => storeFile(context, id, readInProcess('csv', readFile(context, workbookId)), room));
  reading.push(text.catch(() => {}));
  const size = await text;
  await removeFile(context, workbookId);
  return [id, size];
}

/** The beginning of a file, in this format or in the probable one; `null` when it is no table. */
async function headOf(context: RequestContext, id: string, format: ImportFormat | null = null) {
  const { value } = await readers.head(readFile(context, id), format).next();
  return value ?? null;
}

/** Whether the file of an import is still there. */
export async function hasFile(context: RequestContext, id: string): Promise<boolean> {
  for await (const _ of readFile(context, id)) return true;
  return false;
}

export const updateImport: Handler<'updateImport'> = async ({ context, service, id, body }) => {
  const row = await recordOf(context, id);
  if (!row) return notFound('import');
  if (row.run_id) return HAS_RUN;
  let { format, settings, columns, header_key: key } = row;
  if (body.format) {
    format = body.format;
    const head = (await headOf(context, id, format)) ?? { format, rows: [] };
    const file = describeFile(head, defaultsOf(context, service));
    ({ settings, columns } = file);
    key = headerKey(file.header);
  }
  if (body.settings) {
    settings = body.settings;
    const known = new Set((await knownSegments(context, settings.segmentIds)).map(({ id }) => id));
    const unknown = settings.segmentIds.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: `settings.segmentIds.${index}`, message: 'There is no such segment.' }],
    );
    if (unknown.length > 0) return invalid(unknown);
  }
  if (row.plan_id) await cancelJob(context.database, context.organizationId, row.plan_id);
  await change(context, id, JSON.stringify(format), JSON.stringify(settings), JSON.stringify(columns), key);
  return replyOf(context, id);
};
