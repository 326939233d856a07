import { spreadsheetRow } from '@/lib/contract/csv-cell';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { recordList } from '../activity/record-list';
import { type Handler, notFound } from '../shared/reply';
import type { RowRequest } from './decide-rows';
import { findImport, type ImportRecord } from './import-record';
import type { RowDetails } from './plan-job';
import { rebuildCells } from './row-request';

const PAGE = 1_000;

/** Rows that are not imported, and those without some of their values. */
const REJECTED = `(coalesce(result, outcome) in ('rejected', 'conflict', 'shared')
  or details -> 'leftOut' is not null and coalesce(result, outcome) <> 'skipped')`;
const count = scoped<{ count: number; width: number }>(
  'count_rejected_import_rows',
  `select count(*), coalesce(max(json_array_length(cells)), 0) as width from import_rows
   where organization_id = $1 and plan_id = $2 and ${REJECTED}`,
);
const rejected = scoped<{
  line: number;
  cells: string[] | null;
  request: RowRequest;
  details: RowDetails | null;
}>(
  'read_rejected_import_rows',
  `select line, cells, request, details from import_rows
   where organization_id = $1 and plan_id = $2 and line > $3 and ${REJECTED}
   order by line limit ${PAGE}`,
);

/** Streams the rows that are not or only partly imported as CSV, with line and reason. Records the download. */
export const downloadRejectedRows: Handler<'downloadRejectedRows'> = async ({ context, id }) => {
  const row = await findImport(context, id);
  if (!row?.plan_id) return notFound('import');
  const fileName = `${row.name.replace(/\.[^.]*$/, '')} rejected.csv`;
  const [counted] = await count(context, row.plan_id);
  const width = Math.max(row.columns.length, counted?.width ?? 0);
  const names = Array.from({ length: width }, (_, index) => row.columns[index]?.name ?? '');
  const list = { list: 'rejected rows', as: 'stream', count: counted?.count ?? 0 } as const;
  await recordList(context, 'list.downloaded', list, id);
  return { download: csvPages(context, row.plan_id, names, row), fileName };
};

/** CSV of the rejected rows: the header, then a page of lines at a time. */
async function* csvPages(
  context: RequestContext,
  planId: string,
  names: string[],
  { format: { delimiter }, settings }: ImportRecord,
): AsyncGenerator<string> {
  // Excel recognizes UTF-8 by the byte order mark.
  yield `\uFEFF${spreadsheetRow([...names, 'Line', 'Reason'], delimiter)}`;
  let after = 0;
  for (;;) {
    const rows = await rejected(context, planId, after);
    yield rows
      .map(({ line, cells, request, details }) => {
        // A row that only the run rejected has no stored cells, and the file may be gone.
        const texts = cells ?? rebuildCells(request, settings);
        const padded = names.map((_, index) => texts[index] ?? '');
        const reason = [...(details?.leftOut ?? []), ...(details?.problems ?? [])]
          .map(rejectionReason)
          .join(' ');
        return spreadsheetRow([...padded, String(line), reason], delimiter);
      })
      .join('');
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.line ?? after;
  }
}

/** A problem with its column and value: `Phone “12”: This is not a phone number.` */
const rejectionReason = ({
  column,
  value,
  message,
}: {
  column: string | null;
  value: string | null;
  message: string;
}) => (column && value ? `${column} “${value}”: ${message}` : message);
