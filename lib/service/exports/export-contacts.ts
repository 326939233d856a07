import { type ContactRow, contactColumns } from '@/lib/contacts/contact-row';
import { filterOf, valuesOf } from '@/lib/contacts/lists/contact-filter';
import { selected } from '@/lib/contacts/lists/contact-selection';
import { redeemedBy } from '@/lib/contacts/lists/matching';
import { resolveDays } from '@/lib/contacts/lists/relative-days';
import { type ExportColumn, exportColumns } from '@/lib/contract/export';
import { exportHeaders } from '@/lib/contract/export-headers';
import { parameters, type RequestContext, runScoped } from '@/lib/database/statement';
import { spreadsheetRow } from '@/lib/import/csv-cell';
import { segmentCell } from '@/lib/import/segment-cell';
import { workbook } from '@/lib/import/xlsx-writer';
import { recordList } from '../activity/record-list';
import type { Handler, HandlerCall } from '../reply';
import { listSegmentTitles } from '../segments/segments';

/** Contacts per query. */
const PAGE = 2_000;

export type ExportQuery = HandlerCall<'exportContacts'>['query'];

export interface ExportPage {
  /** Cells, those of the header first on the first page. */
  rows: string[][];
  contacts: number;
  /** Id of the last contact; `null` after the last page. */
  next: string | null;
}

/** Streams contacts as CSV or .xlsx, by filter or ids, in order of their ids. */
export const exportContacts: Handler<'exportContacts'> = async ({ context, ...call }) => {
  // Once, so that all pages have the same days.
  const query = resolveDays(call.query);
  await recordExport(context, query, 'stream');
  const fileName = exportName(query.format);
  if (query.format === 'xlsx') return { download: workbook(pages(context, query)), fileName, type: XLSX };
  return { download: csv(context, query), fileName };
};

/** Records who exports which contacts. @param id The export, if it writes a file. */
export async function recordExport(
  context: RequestContext,
  { columns, format: _, delimiter: __, bom: ___, withEmail, ids, ...filter }: ExportQuery,
  as: 'file' | 'stream',
  id?: string,
): Promise<void> {
  const { values, parameter } = parameters();
  const contacts = selected(context, { ids, filter }, parameter, { columns: 'c.id, c.email' });
  const counting = `select count(*) from (${contacts}) c${withEmail ? ' where c.email is not null' : ''}`;
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

export const exportName = (format: ExportQuery['format']) =>
  `contacts ${new Date().toISOString().slice(0, 10)}.${format}`;

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function* pages(context: RequestContext, query: ExportQuery): AsyncGenerator<string[][]> {
  let after: string | null = null;
  do {
    const page: ExportPage = await exportPage(context, query, after);
    yield page.rows;
    after = page.next;
  } while (after);
}

async function* csv(context: RequestContext, query: ExportQuery): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages(context, query)) {
    yield csvOf(rows, query, isFirst);
    isFirst = false;
  }
}

/** Rows as text, with what Excel knows UTF-8 by before the first ones. */
export const csvOf = (rows: string[][], { bom, delimiter }: ExportQuery, isFirst: boolean): string =>
  (isFirst && bom === 'true' ? '\uFEFF' : '') +
  rows.map((cells) => spreadsheetRow(cells, delimiter)).join('');

/** The contacts after the id `after`; if `null`, the first ones with the header. */
export async function exportPage(
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
  const { referralCode, ...others } = filter;
  const last = after && parameter(after);
  const { phrases = [], values: ofContact } = filterOf(others);
  const isSelected = ids || others.search || others.segmentId || phrases.length > 0;
  const found = (columns: string) => selected(context, { ids, filter: others }, parameter, { columns });
  // Redemptions of a code are read in id order, so that a page looks up no more than it needs.
  const all = referralCode ? redeemedBy(referralCode, parameter, last) : 'contacts c';
  const contacts = isSelected && !referralCode ? `(${found('c.*')}) c` : all;
  // IS TRUE makes a hash of what is found, where a join would look for it again for each redemption.
  const which =
    (isSelected && referralCode ? ` and (c.id in (${found('c.id')})) is true` : '') +
    valuesOf(ofContact, parameter) +
    (withEmail ? ' and c.email is not null' : '');
  const rows = await runScoped<ContactRow>(
    context,
    `select ${contactColumns} from (
       select c.* from ${contacts} where c.organization_id = $1 and c.deleted_at is null${last ? ` and c.id > ${last}` : ''}${which}
       order by ${referralCode ? 'd.contact_id' : 'c.id'} limit ${PAGE}) c order by c.id`,
    values,
  );
  const cells = rows.map((row) => columns.map((column) => cellOf(row, column, titles)));
  return {
    rows: after ? cells : [columns.map((column) => exportHeaders[column]), ...cells],
    contacts: rows.length,
    next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null),
  };
}

function cellOf(row: ContactRow, column: ExportColumn, titles: ReadonlyMap<string, string>): string {
  if (column === 'segments')
    return segmentCell((row.segments ?? []).flatMap(([id]) => titles.get(id) ?? []).sort(), ', ');
  if (column === 'createdAt') return row.created_at;
  if (column === 'updatedAt') return row.updated_at;
  return row[column] ?? '';
}
