import type { ImportFormat } from '@/lib/contract/import';
import { isKnownHeader, looksLikePhone } from './columns';
import { type FileRow, RecordScanner } from './record-scanner';

/** So much of a file's beginning tells its format, in bytes. */
export const HEAD = 256 * 1024;
/** Delimiter and header show in so many records, of so many characters. */
const SAMPLE = 100;
const SAMPLE_TEXT = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** First bytes of other files: zip, PDF, PNG, JPEG, GIF, gzip, old Office, 7z, RAR. */
const MAGIC = '504b0304 25504446 89504e47 ffd8ff 47494638 1f8b d0cf11e0 377abcaf 52617221'.split(' ');

/** The probable format of a file, from its first bytes (`HEAD`); `null` when it is no text. */
export function detectFormat(head: Uint8Array): ImportFormat | null {
  const bytes = head.subarray(0, HEAD);
  const encoding = detectEncoding(bytes);
  if (!encoding) return null;
  const text = new TextDecoder(encoding).decode(bytes, { stream: true }).slice(0, SAMPLE_TEXT);
  const delimiter = detectDelimiter(text);
  return { encoding, delimiter, header: isHeader(firstRecords(text, delimiter)) };
}

function detectEncoding(bytes: Uint8Array): ImportFormat['encoding'] | null {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  if (start.startsWith('efbbbf')) return 'utf-8';
  if (start.startsWith('fffe')) return 'utf-16le';
  if (start.startsWith('feff')) return 'utf-16be';
  if (MAGIC.some((magic) => start.startsWith(magic))) return null;
  const nuls = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) nuls[index % 2]!++;
  const [even = 0, odd = 0] = nuls;
  if (even + odd > 0) {
    // Latin text in UTF-16 is every other byte NUL; some letters of other scripts leave enough, by commas and digits.
    const enough = bytes.length / 20;
    const encoding = odd > even ? 'utf-16le' : 'utf-16be';
    const likely = Math.max(even, odd) > enough && Math.min(even, odd) * 20 < Math.max(even, odd);
    return likely && isText(bytes, encoding) ? encoding : null;
  }
  return decodes(bytes, 'utf-8') === null ? 'windows-1252' : 'utf-8';
}

/** The text, `null` when the bytes are not in the encoding; the last character may be cut. */
function decodes(bytes: Uint8Array, encoding: ImportFormat['encoding']): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const isText = (bytes: Uint8Array, encoding: ImportFormat['encoding']) =>
  /^(?:\P{Cc}|[\t\r\n])*$/u.test(decodes(bytes, encoding)?.slice(0, 10_000) ?? '\0');

function firstRecords(text: string, delimiter: string): FileRow[] {
  const scanner = new RecordScanner(delimiter);
  const rows = scanner.read(text);
  // A short file may have no line break; of a long one, the cut last record would mislead.
  return (rows.length ? rows : scanner.read('', true)).slice(0, SAMPLE);
}

/** The delimiter with which most records have as many columns as the first; a comma where nothing separates. */
function detectDelimiter(text: string): ImportFormat['delimiter'] {
  const said = /^sep=([,;\t|])\r?\n/i.exec(text)?.[1];
  if (said) return said as ImportFormat['delimiter'];
  let best: { delimiter: ImportFormat['delimiter']; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = firstRecords(text, delimiter).map(({ cells }) => cells.length);
    const columns = counts[0] ?? 1;
    if (columns < 2) continue;
    const same = counts.filter((count) => count === columns).length / counts.length;
    const score = same + Math.min(columns, 50) / 1_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function isHeader([first]: FileRow[]): boolean {
  if (!first) return false;
  const cells = first.cells.map((cell) => cell.trim()).filter(Boolean);
  if (cells.some(isKnownHeader)) return true;
  return !cells.some((cell) => cell.includes('@') || looksLikePhone(cell) || /^[\d\s.,:/-]+$/.test(cell));
}
