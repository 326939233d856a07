import { v7 as uuidv7 } from 'uuid';
import { toFieldKey, toFieldPath } from '@/lib/contacts/field-values';
import type { ImportFormat, ImportSettings, ImportTarget } from '@/lib/contract/import';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { describeFile, type TableDescription } from '@/lib/import/describe-file';
import { InvalidFile } from '@/lib/import/invalid-file';
import { type Reader, withReader } from '@/lib/import/read-in-process';
import { cancelJob } from '@/lib/jobs/job-table';
import { type FieldRow, listFieldRows } from '../fields/fields';
import { knownSegments, unknownSegments } from '../segments/segment-row';
import {
  DISCONNECTED,
  FILE_TOO_LARGE,
  type Handler,
  type HandlerCall,
  invalid,
  missingScope,
  notFound,
  refuse,
} from '../shared/reply';
import { storageFull, storedBytes } from '../shared/storage';
import { FileTooLarge, readFile, removeFile, StorageFull, storeFile } from './import-file';
import { findImport, HAS_RUN, NO_FILE, readImportReply, type StoredFormat } from './import-record';
import { findNewFieldProblems, findNewFields, proposeFields } from './new-fields';
import { type NewTable, type StoredTable, storeUpload, unpack } from './store-tables';

/** The format in which sheets and vCards are stored. */
const CONVERTED = { encoding: 'utf-8', delimiter: ',', quotes: 'double' } as const;
const create = scoped(
  'create_import',
  `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, created_by, corrections, created_at, updated_at)
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, (select corrections from imports where organization_id = $1 and id = $10), now, now from date_trunc('milliseconds', clock_timestamp()) now`,
);
const remembered = scoped<{ id: string; settings: ImportSettings }>(
  'remembered_import_settings',
  `select id, settings from imports where organization_id = $1 and header_key = $2 and run_id is not null order by id desc limit 1`,
);
const change = scoped(
  'update_import',
  `update imports set format = $3, settings = $4, columns = $5, header_key = $6, size = $7, plan_id = null,
     corrections = case when $8 then null else corrections end,
     updated_at = now from date_trunc('milliseconds', clock_timestamp()) now
   where organization_id = $1 and id = $2 and run_id is null`,
);
const EMPTY_FILE = invalid([{ path: '', message: 'The file is empty.' }]);
const NO_TABLE = invalid([
  { path: '', message: 'This is not a table. Use CSV, TSV or text, an Excel workbook (.xlsx) or vCards.' },
]);

/**
 * Stores an uploaded file and guesses its format and columns; a file that cannot be read is removed. Settings of the last
 * run with the same columns apply again. With `copyOf`, copies an import that was not purged yet.
 */
export const createImport: Handler<'createImport'> = async ({ context, service, query, upload, signal }) => {
  const { storageLimit = Number.POSITIVE_INFINITY } = service;
  const segmentIds = query.segmentId ? [query.segmentId] : null;
  if (segmentIds && (await knownSegments(context, segmentIds)).length === 0)
    return invalid([{ path: 'segmentId', message: 'There is no such segment.' }]);
  const before = await storedBytes(context);
  const full = refuse('CONFLICT', storageFull(before, storageLimit));
  if (before >= storageLimit) return full;
  if (query.copyOf)
    return copyImport(context, query.copyOf, storageLimit - before).catch((cause: unknown) => {
      if (cause instanceof StorageFull) return full;
      throw cause;
    });
  const sender = signal?.();
  const fields = await listFieldRows(context);
  const defaults = importDefaults(context, fields);
  let id: string | undefined;
  let tables: NewTable[];
  let found: Awaited<ReturnType<typeof probableTable>>;
  try {
    const stored = await storeUpload(context, upload, storageLimit - before);
    ({ id, tables } = stored);
    if (tables.length === 0) return EMPTY_FILE;
    found = await withReader(context.organizationId, sender, async (reader) => {
      if (stored.isPacked) ({ id, tables } = await unpack(context, stored.id, storageLimit - before, reader));
      return probableTable(context, id as string, tables, reader, defaults);
    });
  } catch (cause) {
    if (id) await removeFile(context, id);
    if (cause instanceof FileTooLarge) return FILE_TOO_LARGE;
    if (cause instanceof StorageFull) return full;
    if (cause instanceof InvalidFile) return invalid([{ path: '', message: cause.message }]);
    if (sender?.aborted) return DISCONNECTED;
    throw cause;
  }
  if (!found) {
    await removeFile(context, id);
    return tables.length === 0 ? EMPTY_FILE : NO_TABLE;
  }
  const file = found.description;
  const format: StoredFormat = {
    ...file.format,
    tables: tables.map(({ lines: _, ...table }) => table),
    otherTables: file.otherTables,
  };
  const { key } = file;
  const [latest] = file.hasHeader ? await remembered(context, key) : [];
  const settings = latest
    ? {
        ...file.settings,
        ...latest.settings,
        segmentIds: (await knownSegments(context, latest.settings.segmentIds)).map(({ id }) => id),
        newFields: undefined,
        targets: file.columns.map((_, index) => {
          const target = latest.settings.targets[index] ?? null;
          // A field that was created since could not be chosen then.
          const found = file.settings.targets[index] ?? null;
          const field = !target && fields.find(({ key }) => found === toFieldPath(key));
          return field && field.id > latest.id ? found : existingTarget(target, defaults.fields);
        }),
        // What the rows show overrides the settings of the earlier file.
        segmentSeparator: file.separator ?? latest.settings.segmentSeparator,
        createSegments: latest.settings.createSegments && file.settings.createSegments,
      }
    : file.settings;
  await create(
    context,
    id,
    query.name,
    found.table.size,
    key,
    JSON.stringify(format),
    JSON.stringify({ ...settings, ...(segmentIds && { segmentIds }) }),
    JSON.stringify(proposeFields(file.columns, file.types, fields)),
    JSON.stringify(context.actor),
    null,
  );
  return created(context, id);
};

/** The reply with a new import. */
async function created(context: RequestContext, id: string) {
  const reply = await readImportReply(context, id);
  return 'data' in reply ? { ...reply, created: `/imports/${id}` } : reply;
}

/** Creates an import with the file, settings and corrections of another one. @throws StorageFull beyond `room` bytes. */
async function copyImport(context: RequestContext, copyOf: string, room: number) {
  const row = await findImport(context, copyOf);
  if (!row) return notFound('import');
  if (!(await hasFile(context, copyOf))) return NO_FILE;
  const id = uuidv7();
  let left = room;
  for (const table of row.format.tables.keys())
    left -= await storeFile(context, id, readFile(context, copyOf, undefined, table), left, table);
  const segments = await knownSegments(context, row.settings.segmentIds);
  const fields = await listFieldRows(context);
  const { targets, newFields } = settleFields(row.settings, fields);
  const types = row.columns.map(({ newField }) => newField?.type);
  await create(
    context,
    id,
    row.name,
    row.size,
    row.header_key,
    JSON.stringify(row.format),
    JSON.stringify({
      ...row.settings,
      targets,
      newFields,
      segmentIds: segments.map((segment) => segment.id),
    }),
    JSON.stringify(proposeFields(row.columns, types, fields)),
    JSON.stringify(context.actor),
    copyOf,
  );
  return created(context, id);
}

type Defaults = ReturnType<typeof importDefaults>;

/** Default settings, which create segments if the caller may, and the own fields. */
const importDefaults = (
  { scopes, country = null }: HandlerCall<'createImport'>['context'],
  fields: readonly FieldRow[],
) => ({
  country,
  createSegments: scopes.includes('segments:write'),
  fields: fields.flatMap(({ key, label, archived }) => (archived ? [] : { key, label })),
});

/** A target, or `null` for an own field that is archived or deleted. */
const existingTarget = (target: ImportTarget | null, fields: readonly { key: string }[]) =>
  target && toFieldKey(target) && !fields.some(({ key }) => key === toFieldKey(target)) ? null : target;

/** The settings about own fields that still hold: targets that exist or will, and fields to create. */
function settleFields(
  { targets, newFields }: Pick<ImportSettings, 'targets' | 'newFields'>,
  fields: readonly FieldRow[],
) {
  const created = newFields && findNewFields({ targets, newFields }, fields);
  const usable = [...fields.filter(({ archived }) => !archived), ...(created ?? [])];
  return { targets: targets.map((target) => existingTarget(target, usable)), newFields: created };
}

/**
 * The table that is probably meant: the first with addresses, else with rows; `null` if none is text. @throws InvalidFile
 * if none can be read.
 */
async function probableTable(
  context: RequestContext,
  id: string,
  tables: NewTable[],
  reader: Reader,
  defaults: Defaults,
) {
  let best: { table: NewTable; description: TableDescription } | null = null;
  let problem: InvalidFile | null = null;
  for (const table of tables) {
    try {
      const description = await describe(context, id, tables, table, reader, defaults);
      if (!description) continue;
      if (description.hasAddresses) return { table, description };
      if (!best || (!best.description.hasRows && description.hasRows)) best = { table, description };
    } catch (cause) {
      // Another file of the archive may be a table.
      if (!(cause instanceof InvalidFile) || reader.isClosed) throw cause;
      problem ??= cause;
    }
  }
  if (!best && problem) throw problem;
  return best;
}

/** Describes a table, in this format or in the probable one; `null` if it is not text. */
async function describe(
  context: RequestContext,
  id: string,
  tables: StoredTable[],
  table: StoredTable | NewTable,
  reader: Reader,
  defaults: Defaults,
  format?: Partial<ImportFormat>,
): Promise<TableDescription | null> {
  const known = format ?? (table.isText ? {} : CONVERTED);
  const bytes = readFile(context, id, undefined, tables.indexOf(table));
  const lines = 'lines' in table ? table.lines : Buffer.from(table.sample, 'base64');
  const sheet = tables.length > 1 ? table.name : null;
  let description: TableDescription | null = null;
  for await (const found of reader.read('description', bytes, { lines, format: known, defaults }))
    description = { ...found, format: { ...found.format, sheet } };
  return description;
}

/** Whether the file of an import still exists. */
export async function hasFile(context: RequestContext, id: string): Promise<boolean> {
  for await (const _ of readFile(context, id)) return true;
  return false;
}

/**
 * Changes format or settings of an import that has not run; cancels the plan. A format, even the same, discards the
 * corrections and guesses columns anew, and settings unless they are sent.
 */
export const updateImport: Handler<'updateImport'> = async ({ context, id, body, signal }) => {
  const row = await findImport(context, id);
  if (!row) return notFound('import');
  if (row.run_id) return HAS_RUN;
  const { tables, otherTables: othersBefore, ...before } = row.format;
  let otherTables = othersBefore;
  let { settings, columns, header_key: key, size } = row;
  let format = before;
  const fields = await listFieldRows(context);
  if (body.format) {
    const sheet = body.format.sheet ?? before.sheet;
    const table = tables.length > 1 ? tables.find(({ name }) => name === sheet) : tables[0];
    if (!table) return invalid([{ path: 'format.sheet', message: 'There is no such sheet.' }]);
    // Detect the format of another sheet, as sheets may differ.
    const known = sheet === before.sheet ? body.format : undefined;
    const defaults = importDefaults(context, fields);
    const sender = signal?.();
    let file: TableDescription | null;
    try {
      file = await withReader(context.organizationId, sender, (reader) =>
        describe(context, id, tables, table, reader, defaults, known),
      );
    } catch (cause) {
      if (cause instanceof InvalidFile) return invalid([{ path: 'format', message: cause.message }]);
      if (sender?.aborted) return DISCONNECTED;
      throw cause;
    }
    format = file?.format ?? { ...body.format, sheet };
    size = table.size;
    otherTables = file?.otherTables ?? [];
    const described = file ?? describeFile(format, [], defaults);
    ({ settings, key } = described);
    columns = proposeFields(described.columns, described.types, fields);
  }
  if (body.settings) {
    const { targets, newFields } = settleFields(body.settings, fields);
    if (newFields?.length && !context.scopes.includes('fields:manage')) return missingScope('fields:manage');
    settings = { ...body.settings, newFields };
    const unknown = await unknownSegments(context, 'settings.segmentIds', settings.segmentIds);
    unknown.push(...findNewFieldProblems(newFields ?? [], fields));
    for (const [index, target] of targets.entries())
      if (target !== settings.targets[index])
        unknown.push({ path: `settings.targets.${index}`, message: 'There is no such field.' });
    if (unknown.length > 0) return invalid(unknown);
  }
  if (row.plan_id) await cancelJob(context.database, context.organizationId, row.plan_id);
  const stored: StoredFormat = { ...format, tables, otherTables };
  await change(
    context,
    id,
    JSON.stringify(stored),
    JSON.stringify(settings),
    JSON.stringify(columns),
    key,
    size,
    // Another format moves cells, so that corrections no longer fit.
    body.format !== undefined,
  );
  return readImportReply(context, id);
};
