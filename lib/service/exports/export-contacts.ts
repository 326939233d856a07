import { type ContactRow, contactColumnsSql } from '@/lib/contacts/contact-row';
import { selectionConditionsSql } from '@/lib/contacts/lists/contact-selection';
import { resolveDays } from '@/lib/contacts/lists/relative-days';
import { spreadsheetRow } from '@/lib/contract/csv-cell';
import { type ExportColumn, exportColumns } from '@/lib/contract/export';
import { exportHeaders } from '@/lib/contract/export-headers';
import { parameters, type RequestContext, runScoped } from '@/lib/database/statement';
import { segmentCell } from '@/lib/import/segment-cell';
import { workbook } from '@/lib/import/xlsx-writer';
import { recordList } from '../activity/record-list';
import { listSegmentTitles } from '../segments/segments';
import type { Handler, HandlerCall } from '../shared/reply';

/** Contacts per query. */
const PAGE = 2_000;

export type ExportQuery = HandlerCall<'exportContacts'>['query'];

export interface ExportPage {
  /** Rows of cells; the first page begins with the header. */
  rows: string[][];
  contacts: number;
  /** Id of the last contact; `null` after the last page. */
  next: string | null;
}

/** Streams contacts as CSV or .xlsx, by filter or ids, in order of their ids, which never changes. Records the export. */
export const exportContacts: Handler<'exportContacts'> = async ({ context, ...call }) => {
  // Resolved once, so that all pages have the same days.
  const query = resolveDays(call.query);
  await recordExport(context, query, 'stream');
  const fileName = exportName(query.format);
  if (query.format === 'xlsx') return { download: workbook(cellPages(context, query)), fileName, type: XLSX };
  return { download: csvPages(context, query), fileName };
};

/** Records who exports which contacts, without search words, and counts them. @param id The export, if it writes a file. */
export async function recordExport(
  context: RequestContext,
  { columns, format: _, delimiter: __, bom: ___, withEmail, ids, ...filter }: ExportQuery,
  as: 'file' | 'stream',
  id?: string,
): Promise<void> {
  const { values, parameter } = parameters();
  const where = await selectionConditionsSql(context, { ids, filter }, parameter);
  const counting = `select count(*) from contacts c where ${where}${withEmailSql(withEmail)}`;
  const [row] = await runScoped<{ count: number }>(context, counting, values);
  const { segmentMatch, ...narrowing } = filter;
  const which = ids
    ? { selected: true as const }
    : {
        filter: { ...narrowing, ...(filter.segmentId && { segmentMatch }), ...(withEmail && { withEmail }) },
      };
  const list = {
    list: 'contacts',
    as,
    count: row?.count ?? 0,
    ...which,
    ...(columns && { columns }),
  } as const;
  await recordList(context, 'list.exported', list, id);
}

const withEmailSql = (withEmail: ExportQuery['withEmail']) => (withEmail ? ' and c.email is not null' : '');

export const exportName = (format: ExportQuery['format']) =>
  `contacts ${new Date().toISOString().slice(0, 10)}.${format}`;

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows of cells, a page at a time, the first with the header. */
async function* cellPages(context: RequestContext, query: ExportQuery): AsyncGenerator<string[][]> {
  let after: string | null = null;
  do {
    const page: ExportPage = await readExportPage(context, query, after);
    yield page.rows;
    after = page.next;
  } while (after);
}

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
 * Reads the `PAGE` contacts after contact `after`, the `next` of the previous page; if `null`, the first page, with the
 * header.
 */
export async function readExportPage(
  context: RequestContext,
  {
    columns = [...exportColumns],
    format: _,
    delimiter: __,
    bom: ___,
    withEmail,
    ids,
    ...filter
  }: ExportQuery,
  after: string | null,
): Promise<ExportPage> {
  const titles = new Map((await listSegmentTitles(context)).map(({ id, title }) => [id, title]));
  const { values, parameter } = parameters();
  const where = await selectionConditionsSql(context, { ids, filter }, parameter);
  const beyond = after ? ` and c.id > ${parameter(after)}::uuid` : '';
  const rows = await runScoped<ContactRow>(
    context,
    `select ${contactColumnsSql} from (
       select c.* from contacts c where ${where}${withEmailSql(withEmail)}${beyond} order by c.id limit ${PAGE}) c order by c.id`,
    values,
  );
  const last = rows.at(-1);
  const cells = rows.map((row) => columns.map((column) => toCell(row, column, titles)));
  return {
    rows: after ? cells : [columns.map((column) => exportHeaders[column]), ...cells],
    contacts: rows.length,
    next: last && rows.length === PAGE ? last.id : null,
  };
}

/** The text of a contact in a column; segments by their titles, in alphabetical order. */
function toCell(row: ContactRow, column: ExportColumn, titles: ReadonlyMap<string, string>): string {
  if (column === 'segments')
    return segmentCell(row.segments.flatMap(([id]) => titles.get(id) ?? []).sort(), ', ');
  if (column === 'createdAt') return row.created_at;
  if (column === 'updatedAt') return row.updated_at;
  return row[column] ?? '';
}
