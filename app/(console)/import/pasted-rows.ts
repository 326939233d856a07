/** Name of the import of pasted rows. */
export const PASTED = 'Pasted rows';

/** Rows of a sheet or lines of text as a file to import. */
export const toPastedFile = (text: string): File =>
  new File([splitLists(text)], PASTED, { type: 'text/plain' });

/**
 * Gives each address its own line where a line lists several, as mail programs do: `Ana <ana@…>; ben@…`. Rows of a sheet,
 * and lines that say more about one person, stay as they are.
 */
export const splitLists = (text: string): string =>
  text
    .split(/\r?\n/)
    .flatMap((line) => {
      if (line.includes('\t')) return line;
      const entries = splitOutsideQuotes(line).flatMap((entry) => {
        const words = entry.trim().split(/\s+/);
        return words.every((word) => word.includes('@')) ? words : entry.trim();
      });
      const filled = entries.filter(Boolean);
      return filled.length > 1 && filled.every((entry) => entry.includes('@')) ? filled : line;
    })
    .join('\n');

/** Splits a line at commas and semicolons outside of double quotation marks. */
function splitOutsideQuotes(line: string): string[] {
  const entries = [''];
  for (const [index, part] of line.split('"').entries()) {
    const [first = '', ...rest] = index % 2 === 0 ? part.split(/[,;]/) : [part];
    entries[entries.length - 1] += index === 0 ? first : `"${first}`;
    entries.push(...rest);
  }
  return entries;
}
