import { isBlank } from '@/lib/contract/text';

/** What stands between several titles in a cell, the rarest first; Google writes ` ::: `. */
const SEPARATORS = [':::', ';', '|', ','];

/** The titles of segments as one cell. A title that has a separator, or begins with a quotation mark, is quoted. */
export const segmentCell = (titles: string[], separator: string): string =>
  titles
    .map((title) =>
      title.startsWith('"') || [...SEPARATORS, separator.trim() || ','].some((one) => title.includes(one))
        ? `"${title.replaceAll('"', '""')}"`
        : title,
    )
    .join(separator);

/** What separates titles in these cells, outside of quotation marks. */
export const separatorIn = (cells: string[]): string => {
  const plain = cells.map((cell) => cell.replaceAll(/"[^"]*"/g, ''));
  return SEPARATORS.find((separator) => plain.some((cell) => cell.includes(separator))) ?? ',';
};

/** The reverse of `segmentCell`: each title once. Without a separator the cell is one title. */
export function titlesOf(cell: string, separator: string): string[] {
  const titles: string[] = [];
  for (let at = 0; at <= cell.length; ) {
    const quoted = quotedAt(cell, at, separator);
    const end = quoted ? quoted.end : separator ? cell.indexOf(separator, at) : -1;
    titles.push(quoted ? quoted.title : cell.slice(at, end < 0 ? undefined : end));
    if (end < 0 || end >= cell.length) break;
    at = end + separator.length;
  }
  return [...new Set(titles.map((title) => title.trim()).filter((title) => !isBlank(title)))];
}

/** A quoted title at this place, and where it ends: before a separator, or with the cell. */
function quotedAt(cell: string, at: number, separator: string): { title: string; end: number } | null {
  let start = at;
  while (cell[start] === ' ') start++;
  if (cell[start] !== '"') return null;
  let close = cell.indexOf('"', start + 1);
  while (close >= 0 && cell[close + 1] === '"') close = cell.indexOf('"', close + 2);
  if (close < 0) return null;
  let end = close + 1;
  while (cell[end] === ' ') end++;
  if (end < cell.length && !(separator && cell.startsWith(separator, end))) return null;
  return { title: cell.slice(start + 1, close).replaceAll('""', '"'), end };
}
