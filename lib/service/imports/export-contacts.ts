import { exportHeaders } from '@/lib/contract/export-headers';
import { type ExportColumn, exportColumns } from '@/lib/contract/import';
import { csvRow, neutralizeFormula } from '@/lib/import/csv-cell';
import { type ContactRow, contactColumns } from '../contacts/contact-row';
import { selected } from '../contacts/list/contact-selection';
import { type Call, type Handler } from '../reply';
import { parameters, type RequestContext, runScoped } from '../statement';

/** Contacts of one statement: enough that finding a page again costs little beside reading it. */
const PAGE = 2_000;

/** Contacts of a filter, or those with given ids, as CSV, in the order of their ids, at constant memory. */
export const exportContacts: Handler<'exportContacts'> = async ({ context, query }) => ({
  download: lines(context, query),
  fileName: `contacts ${new Date().toISOString().slice(0, 10)}.csv`,
});

async function* lines(
  context: RequestContext,
  { columns = [...exportColumns], delimiter, bom, ids, ...filter }: Call<'exportContacts'>['query'],
): AsyncGenerator<string> {
  const titles = await titlesById(context);
  yield (bom === 'true' ? '\uFEFF' : '') +
    csvRow(
      columns.map((column) => exportHeaders[column]),
      delimiter,
    );
  const isSelected = Boolean(ids || filter.search || filter.segmentId || filter.referralCode);
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { values, parameter } = parameters();
    const after = parameter(last);
    const matches = isSelected ? selected({ ids, filter }, parameter) : '';
    // Those of a code are found by the code, once a page: not once a row, as the planner may think.
    const materialized = filter.referralCode ? `with matches as materialized (${matches})` : '';
    const which = matches && ` and c.id in (${materialized ? 'select id from matches' : matches})`;
    const rows = await runScoped<ContactRow>(
      context,
      `${materialized} select ${contactColumns} from (
         select * from contacts c where c.organization_id = $1 and c.deleted_at is null and c.id > ${after}${which}
         order by c.id limit ${PAGE}) c order by c.id`,
      values,
    );
    yield rows
      .map((row) =>
        csvRow(
          columns.map((column) => neutralizeFormula(cellOf(row, column, titles))),
          delimiter,
        ),
      )
      .join('');
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.id ?? last;
  }
}

function cellOf(row: ContactRow, column: ExportColumn, titles: ReadonlyMap<string, string>): string {
  if (column === 'segments')
    return (row.segments ?? [])
      .flatMap(([id]) => titles.get(id) ?? [])
      .sort()
      .join(', ');
  if (column === 'createdAt') return row.created_at;
  if (column === 'updatedAt') return row.updated_at;
  return row[column] ?? '';
}

async function titlesById(context: RequestContext): Promise<Map<string, string>> {
  const rows = await runScoped<{ id: string; title: string }>(
    context,
    'select s.id, s.title from segments s where s.organization_id = $1',
    [],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}
