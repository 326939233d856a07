import type { ContactImport, ImportRow } from '@/lib/contract/import';

/** A cell of a row that can be corrected. */
export interface CellToFix {
  importId: string;
  line: number;
  /** Index from 0. */
  column: number;
  name: string;
  value: string;
}

/** Reasons that need no correction: another cell counts, the rest of the cell counts, or the cell is empty. */
const HARMLESS_REASONS = new Set(['otherColumn', 'extra', 'empty']);

/**
 * Finds the cells of a row that can be corrected.
 *
 * @returns `fixOf`: the cell of a remark; `others`: cells without a remark, to fill in or to correct again.
 */
export function findCellsToFix(row: ImportRow, one: Pick<ContactImport, 'id' | 'columns' | 'settings'>) {
  const { line, cells, problems, leftOut, corrected } = row;
  const { targets } = one.settings;
  if (!cells) return { fixOf: () => undefined, others: [] };
  const cellAt = (column: number): CellToFix => ({
    importId: one.id,
    line,
    column,
    name: one.columns[column]?.name || `Column ${column + 1}`,
    value: cells[column] ?? '',
  });
  /** Index of a column by its name, or of the one that contains the value if several have this name. */
  const findColumn = (name: string | null, value: string | null): number => {
    const named = one.columns.flatMap((column, index) => (column.name === name ? [index] : []));
    return named.find((index) => cells[index]?.includes(value ?? '')) ?? named[0] ?? -1;
  };
  const shown = new Set<number>();
  const found = new Map<string, CellToFix>();
  const cellKey = (column: string | null, value: string | null) => JSON.stringify([column, value]);
  const isRejected = row.outcome === 'rejected';
  const wrong = leftOut.filter(
    ({ reason }) => !HARMLESS_REASONS.has(reason) || (isRejected && reason === 'empty'),
  );
  for (const remark of [...problems, ...wrong]) {
    const column = findColumn(remark.column, remark.value);
    // Two remarks about one cell share a field.
    if (remark.column === null || column < 0 || shown.has(column)) continue;
    shown.add(column);
    found.set(cellKey(remark.column, remark.value), cellAt(column));
  }
  const again = corrected.flatMap(({ column, readAs }) => {
    const index = findColumn(column, readAs);
    return cells[index] === readAs ? [index] : [];
  });
  const isWide = cells.length > one.columns.length && cells.slice(one.columns.length).some(Boolean);
  const missing =
    isRejected && !isWide ? (['email', 'phone'] as const).map((target) => targets.indexOf(target)) : [];
  const others = [...new Set([...again, ...missing])].filter((column) => column >= 0 && !shown.has(column));
  return {
    fixOf: (column: string | null, value: string | null) => found.get(cellKey(column, value)),
    others: others.map(cellAt),
  };
}
