import { type ContactRow, contactColumnsSql } from '@/lib/contacts/contact-row';
import { isMarkedSql } from '@/lib/contacts/do-not-contact';
import { toFieldKey, toFieldPath } from '@/lib/contacts/field-values';
import { readIncludes } from '@/lib/contacts/lists/contact-includes';
import { orderSql } from '@/lib/contacts/lists/contact-page';
import { selectionConditionsSql } from '@/lib/contacts/lists/contact-selection';
import { resolveDays } from '@/lib/contacts/lists/relative-days';
import type { Included } from '@/lib/contract/contact';
import { spreadsheetRow } from '@/lib/contract/csv-cell';
import { defaultExportColumns, type ExportColumn, includedExportColumns } from '@/lib/contract/export';
import { exportHeaders } from '@/lib/contract/export-headers';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/database/statement';
import { fieldHeaders, toFieldCell } from '@/lib/import/own-columns';
import { segmentCell } from '@/lib/import/segment-cell';
import { workbook } from '@/lib/import/xlsx-writer';
import { recordList } from '../activity/record-list';
import { listActiveFields } from '../fields/fields';
import { listSegmentTitles } from '../segments/segments';
import { type Handler, type HandlerCall, invalid, missingScope } from '../shared/reply';

/** Contacts per query. */
export const PAGE = 2_000;
/** Bytes of an id. */
const ID = 16;

export type ExportQuery = HandlerCall<'exportContacts'>['query'];

export interface ExportPage {
  /** Rows of cells; the first page begins with the header. */
  rows: string[][];
  contacts: number;
  /** Id of the last contact; `null` after the last page. */
  next: string | null;
}

/** Streams contacts as CSV or .xlsx, by filter or ids. Records the export. */
export const exportContacts: Handler<'exportContacts'> = async ({ context, ...call }) => {
  const resolved = await resolveExport(context, call.query);
  if ('refusal' in resolved) return resolved;
  const { query } = resolved;
  await recordExport(context, { ...query, columns: call.query.columns }, 'stream');
  const fileName = exportName(query.format);
  if (query.format === 'xlsx') return { download: workbook(cellPages(context, query)), fileName, type: XLSX };
  return { download: csvPages(context, query), fileName };
};

/**
 * The query with its days and columns, resolved once so that all pages have the same: those given, else the fixed ones and own
 * fields. Refuses unknown columns, and those that the token may not read.
 */
export async function resolveExport(context: HandlerCall<'exportContacts'>['context'], given: ExportQuery) {
  const query = resolveDays(given);
  const { columns } = query;
  if (columns?.includes('addedBy') && !context.scopes.includes('activity:read'))
    return missingScope('activity:read');
  const own = columns?.filter((column) => toFieldKey(column) !== null);
  if (own?.length === 0) return { query };
  const paths = (await listActiveFields(context)).map(({ key }) => toFieldPath(key));
  const unknown = (columns ?? []).flatMap((column, index) =>
    own?.includes(column) && !(paths as string[]).includes(column)
      ? [{ path: `columns.${index}`, message: 'There is no such field.' }]
      : [],
  );
  if (unknown.length > 0) return invalid(unknown);
  if (columns || paths.length === 0) return { query };
  return { query: { ...query, columns: [...defaultExportColumns, ...paths] } };
}

/**
 * Records who exports which contacts, without search words, and counts them. Returns how many must not be contacted and are left
 * out.
 *
 * @param id The export, if it writes a file.
 */
export async function recordExport(
  context: RequestContext,
  query: ExportQuery,
  as: 'file' | 'stream',
  id?: string,
): Promise<number> {
  const { values, parameter } = parameters();
  const where = await exportedSql(context, query, parameter, true);
  const counting = `select count(*) as total, count(*) filter (where ${isMarkedSql}) as marked from contacts c where ${where}`;
  const [{ total, marked } = { total: 0, marked: 0 }] = await runScoped<{ total: number; marked: number }>(
    context,
    counting,
    values,
  );
  const leftOut = leavesOutMarked(query) ? marked : 0;
  const { columns, withEmail, includeDoNotContact } = query;
  const { segmentMatch, ...narrowing } = toFilter(query);
  const which = query.ids
    ? { selected: true as const }
    : {
        filter: { ...narrowing, ...(query.segmentId && { segmentMatch }), ...(withEmail && { withEmail }) },
      };
  const list = {
    list: 'contacts',
    as,
    count: total - leftOut,
    ...(leftOut > 0 && { leftOut }),
    ...(includeDoNotContact && { includesDoNotContact: marked }),
    ...which,
    ...(columns && { columns }),
  } as const;
  await recordList(context, 'list.exported', list, id);
  return leftOut;
}

/** Whether contacts who must not be contacted are left out: not if the query asks for them. */
const leavesOutMarked = ({ includeDoNotContact, doNotContact }: ExportQuery): boolean =>
  !includeDoNotContact && doNotContact !== 'true';

/** The filter of a query. */
function toFilter(query: ExportQuery) {
  const {
    ids: _,
    columns: __,
    format: ___,
    delimiter: ____,
    bom: _____,
    sort: ______,
    withEmail: _______,
    includeDoNotContact: ________,
    ...filter
  } = query;
  return filter;
}

/** SQL conditions on the contacts of an export. @param all Also on those that are left out as not to be contacted. */
async function exportedSql(
  context: RequestContext,
  query: ExportQuery,
  parameter: Parameter,
  all = false,
): Promise<string> {
  const selected = { ids: query.ids, filter: toFilter(query) };
  return [
    await selectionConditionsSql(context, selected, parameter),
    ...(query.withEmail ? ['c.email is not null'] : []),
    ...(!all && leavesOutMarked(query) ? [`not ${isMarkedSql}`] : []),
  ].join(' and ');
}

export const exportName = (format: ExportQuery['format']) =>
  `contacts ${new Date().toISOString().slice(0, 10)}.${format}`;

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of cells, a page at a time, the first with the header. */
async function* cellPages(context: RequestContext, query: ExportQuery): AsyncGenerator<string[][]> {
  const order = query.sort ? await readOrder(context, query) : null;
  for await (const { rows } of exportPages(context, query, { order, after: null, isFirst: true })) yield rows;
}

/**
 * The ids of all contacts to export in the order of `sort`, one after another. They are read once, so that a contact that
 * changes its place meanwhile is exported exactly once.
 */
async function orderedIdsSql(context: RequestContext, query: ExportQuery, parameter: Parameter) {
  const where = await exportedSql(context, query, parameter);
  const { contacts, key, direction } = orderSql(query.sort ?? 'createdAt');
  return `select coalesce(string_agg(uuid_send(c.id), '' order by ${key} ${direction}, c.id ${direction}), '') as ids
    from ${contacts} where ${where}`;
}
type Parameter = (value: unknown) => string;

async function readOrder(context: RequestContext, query: ExportQuery): Promise<Uint8Array> {
  const { values, parameter } = parameters();
  const text = await orderedIdsSql(context, query, parameter);
  const [row] = await runScoped<{ ids: Uint8Array }>(context, text, values);
  return row?.ids ?? new Uint8Array();
}

/** Stores the order of an export before its file, whose chunks begin with number 1. */
export async function storeOrder(context: RequestContext, id: string, query: ExportQuery): Promise<void> {
  const { values, parameter } = parameters();
  const ids = await orderedIdsSql(context, query, parameter);
  await runScoped(
    context,
    `insert into import_files (organization_id, import_id, number, bytes)
     select $1, ${parameter(id)}::uuid, 0, o.ids from (${ids}) o`,
    values,
  );
}

const readOrderPart = scoped<{ ids: Uint8Array }>(
  'read_export_order',
  `select substring(bytes from $3 for $4) as ids from import_files
   where organization_id = $1 and import_id = $2 and number = 0`,
);

/** A part of the stored order of an export: the ids of `count` contacts from the index `first`. */
export async function readStoredOrder(
  context: RequestContext,
  id: string,
  first: number,
  count: number,
): Promise<Uint8Array> {
  const [row] = await readOrderPart(context, id, first * ID + 1, count * ID);
  return row?.ids ?? new Uint8Array();
}

/** Where an export goes on. */
interface ExportPlace {
  /** Ids of the contacts to read; `null` for the order of ids. */
  order: Uint8Array | null;
  /** Id of the last contact read in the order of ids; `null` at first. */
  after: string | null;
  /** Whether the first page begins with the header. */
  isFirst: boolean;
}

/** Reads contacts in pages of `PAGE`. */
export async function* exportPages(
  context: RequestContext,
  query: ExportQuery,
  { order, after, isFirst }: ExportPlace,
): AsyncGenerator<ExportPage> {
  for (let read = 0; ; read += PAGE * ID) {
    const ids = order && toIds(order.subarray(read, read + PAGE * ID));
    const page = await readExportPage(context, ids ? { ...query, ids } : query, after, isFirst && read === 0);
    yield page;
    after = page.next;
    if (order ? read + PAGE * ID >= order.length : !after) return;
  }
}

/** Ids as hexadecimal digits. */
const toIds = (bytes: Uint8Array): string[] => Buffer.from(bytes).toString('hex').match(/.{32}/g) ?? [];

/** Contacts as CSV, a page at a time. */
async function* csvPages(context: RequestContext, query: ExportQuery): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of cellPages(context, query)) {
    yield toCsv(rows, query, isFirst);
    isFirst = false;
  }
}

/** Rows as CSV. The first ones may follow a byte order mark, by which Excel recognizes UTF-8. */
export const toCsv = (rows: string[][], { bom, delimiter }: ExportQuery, isFirst: boolean): string =>
  (isFirst && bom === 'true' ? '\uFEFF' : '') +
  rows.map((cells) => spreadsheetRow(cells, delimiter)).join('');

/**
 * Reads up to `PAGE` contacts after contact `after`, the `next` of the previous page, in order of their ids; those of `ids`
 * in that order if there is a `sort`.
 */
async function readExportPage(
  context: RequestContext,
  query: ExportQuery,
  after: string | null,
  withHeader: boolean,
): Promise<ExportPage> {
  const { columns = [...defaultExportColumns], sort, ids } = query;
  const titles = new Map((await listSegmentTitles(context)).map(({ id, title }) => [id, title]));
  const { values, parameter } = parameters();
  const where = await exportedSql(context, query, parameter);
  const beyond = after && !sort ? ` and c.id > ${parameter(after)}::uuid` : '';
  const rows = await runScoped<ContactRow>(
    context,
    `select ${contactColumnsSql} from (
       select c.* from contacts c where ${where}${beyond} order by c.id limit ${PAGE}) c order by c.id`,
    values,
  );
  const last = rows.at(-1);
  if (sort && ids) {
    const places = new Map(ids.map((id, index) => [id, index]));
    const place = ({ id }: ContactRow) => places.get(id.replaceAll('-', '')) ?? 0;
    rows.sort((one, other) => place(one) - place(other));
  }
  const included = await readIncludes(
    context,
    rows.map(({ id }) => id),
    columns.flatMap((column) => (isIncluded(column) ? includedExportColumns[column] : [])),
  );
  const fields = columns.some((column) => toFieldKey(column) !== null) ? await listActiveFields(context) : [];
  const byPath = new Map<string, (typeof fields)[number]>(
    fields.map((field) => [toFieldPath(field.key), field]),
  );
  const cells = rows.map((row) =>
    columns.map((column) => {
      if (column in exportHeaders) return toCell(row, column as ExportColumn, titles, included.get(row.id));
      const field = byPath.get(column);
      return field ? toFieldCell(field, row.custom?.[field.key]) : '';
    }),
  );
  const headers: Record<string, string> = { ...fieldHeaders(fields), ...exportHeaders };
  return {
    rows: withHeader ? [columns.map((column) => headers[column] ?? column), ...cells] : cells,
    contacts: rows.length,
    next: last && rows.length === PAGE ? last.id : null,
  };
}

const isIncluded = (column: string): column is keyof typeof includedExportColumns =>
  column in includedExportColumns;

/** The text of a contact in a column; segments by their titles, in alphabetical order. */
function toCell(
  row: ContactRow,
  column: ExportColumn,
  titles: ReadonlyMap<string, string>,
  included?: Included,
): string {
  if (column === 'segments')
    return segmentCell(row.segments.flatMap(([id]) => titles.get(id) ?? []).sort(), ', ');
  if (column === 'createdAt') return row.created_at;
  if (column === 'updatedAt') return row.updated_at;
  if (column === 'addedBy') return included?.addedBy?.name ?? '';
  if (column === 'referralCodes') return (included?.redemptions ?? []).map(({ code }) => code).join(', ');
  if (column === 'lastNote') return included?.lastNote?.text ?? '';
  return row[column] ?? '';
}
