import { isBlank } from '@/lib/contract/text';

/** The titles of segments as one cell. A title that has the separator, or begins with a quotation mark, is quoted. */
export const segmentCell = (titles: string[], separator: string): string =>
  titles
    .map((title) =>
      (separator && title.includes(separator.trim())) || title.startsWith('"')
        ? `"${title.replaceAll('"', '""')}"`
        : title,
    )
    .join(separator);

/** The reverse of `segmentCell`: each title once. Without a separator the cell is one title. */
export function titlesOf(cell: string, separator: string): string[] {
  const parts = separator ? cell.split(separator) : [cell];
  const titles: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as string;
    let end = index;
    let quoted = part;
    if (part.trim().startsWith('"'))
      while (!isQuoted(quoted) && end + 1 < parts.length) quoted += separator + parts[++end];
    if (isQuoted(quoted)) index = end;
    titles.push(isQuoted(quoted) ? quoted.trim().slice(1, -1).replaceAll('""', '"') : part);
  }
  return [...new Set(titles.map((title) => title.trim()).filter((title) => !isBlank(title)))];
}

const isQuoted = (text: string): boolean =>
  /^\s*"[^]*"\s*$/.test(text) && text.trim() !== '"' && text.split('"').length % 2 === 1;
