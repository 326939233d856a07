import type { ImportRow } from '@/lib/contract/import';
import { isBlank } from '@/lib/contract/text';
import type { FileRow } from '@/lib/import/record-scanner';
import { type Columns, type ParsedRequest, toRowRequest } from './row-request';

/** Corrected cells by line and column, from 0: what the file says, and what counts instead. */
export type Corrections = Record<string, Record<string, { from: string; to: string }>>;

export interface ParsedRow extends ParsedRequest {
  row: FileRow;
  /** Whether cells of it were corrected: they can be corrected again. */
  isCorrected: boolean;
}

/** A row with its corrections as a request. `width`: the most cells that it may have. */
export function parseRow(row: FileRow, corrections: Corrections, columns: Columns, width: number): ParsedRow {
  const cells = Object.entries(corrections[row.line] ?? {});
  if (cells.length === 0) {
    const checked = withinHeader(row, width);
    return { row: checked, ...toRowRequest(checked, columns), isCorrected: false };
  }
  const corrected = row.cells.slice();
  for (const [column, { to }] of cells) corrected[Number(column)] = to;
  // Whoever has corrected a row has read it: what was wrong with its quotation marks no longer counts.
  const checked = withinHeader({ line: row.line, cells: Array.from(corrected, (cell) => cell ?? '') }, width);
  const parsed = toRowRequest(checked, columns);
  const told = cells.map(([column, { from, to }]): ImportRow['corrected'][number] => ({
    column: columns.names[Number(column)] ?? null,
    value: from.slice(0, 200),
    readAs: to.slice(0, 200),
  }));
  return { row: checked, ...parsed, corrected: [...told, ...parsed.corrected], isCorrected: true };
}

/** A delimiter that was not quoted has shifted the cells of a row with more of them than the header. */
function withinHeader(row: FileRow, width: number): FileRow {
  if (row.problem || row.cells.length <= width || row.cells.slice(width).every(isBlank)) return row;
  return { ...row, problem: 'This row has more cells than the header.' };
}
