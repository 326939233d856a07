import type { ImportRow } from '@/lib/contract/import';
import { isBlank } from '@/lib/contract/text';
import type { FileRow } from '@/lib/import/record-scanner';
import { type Columns, type ParsedRequest, toRowRequest } from './row-request';

/** Corrected cells by line and column (from 0): the text in the file, and its correction. */
export type Corrections = Record<string, Record<string, { from: string; to: string }>>;

export interface ParsedRow extends ParsedRequest {
  row: FileRow;
  /** Whether cells of the row were corrected, which can be corrected again. */
  isCorrected: boolean;
}

/** Converts a row with its corrections to a request. `width`: most cells that the row may have. */
export function parseRow(row: FileRow, corrections: Corrections, columns: Columns, width: number): ParsedRow {
  const cells = Object.entries(corrections[row.line] ?? {});
  if (cells.length === 0) {
    const checked = withinHeader(row, width);
    return { row: checked, ...toRowRequest(checked, columns), isCorrected: false };
  }
  const corrected = row.cells.slice();
  for (const [column, { to }] of cells) corrected[Number(column)] = to;
  // Drop the problem with quotation marks: whoever corrected the row has seen its cells.
  const checked = withinHeader({ line: row.line, cells: Array.from(corrected, (cell) => cell ?? '') }, width);
  const parsed = toRowRequest(checked, columns);
  const told = cells.map(([column, { from, to }]): ImportRow['corrected'][number] => ({
    column: columns.names[Number(column)] ?? null,
    value: from.slice(0, 200),
    readAs: to.slice(0, 200),
  }));
  return { row: checked, ...parsed, corrected: [...told, ...parsed.corrected], isCorrected: true };
}

/** Marks a row with more cells than the header as a problem: an unquoted delimiter has shifted them. */
function withinHeader(row: FileRow, width: number): FileRow {
  if (row.problem || row.cells.length <= width || row.cells.slice(width).every(isBlank)) return row;
  return { ...row, problem: 'This row has more cells than the header.' };
}
