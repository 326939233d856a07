import type { ImportFormat } from '@/lib/contract/import';
import { InvalidFile } from './invalid-file';
import { readRows } from './read-rows';
import type { FileRow } from './record-scanner';
import { provedEncoding, textSource } from './text-encoding';
import { detectTable, otherTables } from './text-format';

/** Bytes at the beginning of a file that determine its format. */
export const HEAD = 256 * 1024;

/** Format and first rows of a table. A header is the first row. */
export interface FileHead {
  format: ImportFormat;
  rows: string[][];
  /** Lines where other tables begin. */
  otherTables: number[];
}

/** Beginnings of text that is not a table, with messages that say what to do. */
const OTHERS: [beginning: RegExp, message: string][] = [
  [
    /^\s*(?:<!--.{0,1000}?-->\s*)?<(?:!doctype html|html|head|body|table|meta|div)\b/is,
    'This is a web page (HTML), not a table. If a program offered it as an export, sign in there and export again; else open it in a spreadsheet and save it as .xlsx or CSV.',
  ],
  [
    /^\s*<\?xml|^\s*<[a-z][\w:.-]*(?:\s[^<>]{0,500})?>/i,
    'This is an XML file. Open it in a spreadsheet and save it as .xlsx or CSV.',
  ],
  [
    /^\s*(?:\[\s*)?\{\s*"|^\s*\[\s*[[\]]/,
    'This is a JSON file, not a table. Export contacts as CSV or Excel.',
  ],
  [
    /^(?:(?:#[^\r\n]*|version:[ \d]*|[ \t]*)[\r\n])*dn::? /i,
    'This is an LDIF file. Export the address book as CSV or vCard.',
  ],
  [/^\s*\{\\rtf/, 'This is a rich text file (RTF). Save it as plain text or CSV.'],
  [/^\s*BEGIN:VCALENDAR/i, 'This is a calendar (iCalendar), not contacts.'],
  [/^%PDF-/, 'This is a PDF. Save its table as .xlsx or CSV.'],
];

/**
 * Reads the beginning of a table and guesses its format where it is not `known`; `null` if the file is not text. `sample`:
 * lines from the whole file. Throws `InvalidFile` for text that is not a table.
 */
export async function readHead(
  bytes: AsyncIterable<Uint8Array>,
  sample: Uint8Array,
  known: Partial<ImportFormat> = {},
): Promise<FileHead | null> {
  const head = await readBeginning(bytes);
  const encoding = known.encoding ?? (await detectEncoding(head, sample));
  if (!encoding) return null;
  const text = textSource(encoding).read(head);
  const other = OTHERS.find(([pattern]) => pattern.test(text.slice(0, 5_000)));
  if (other) throw new InvalidFile(other[1]);
  const format: ImportFormat = { ...detectTable(text, known), sheet: null, ...known, encoding };
  const { value = [] }: { value?: FileRow[] } = await readRows(only(head), format).next();
  return { format, rows: value.map(({ cells }) => cells), otherTables: otherTables(text, format) };
}

/** The encoding that the bytes prove, else the likeliest legacy one; `null` if the file is not text. */
async function detectEncoding(
  head: Uint8Array,
  sample: Uint8Array,
): Promise<ImportFormat['encoding'] | null> {
  const encoding = provedEncoding(head, sample);
  if (encoding !== 'legacy') return encoding;
  // Imported on demand: its model of languages takes memory.
  const { legacyEncoding } = await import('./legacy-encoding');
  return legacyEncoding(Buffer.concat([head.subarray(0, 8 * 1024), sample]));
}

/** Reads the first `HEAD` bytes, and not more chunks than needed. */
async function readBeginning(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= HEAD) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
