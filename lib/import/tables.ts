import { createGunzip } from 'node:zlib';
import { Archive, asInvalidFile, HARMLESS, MOST_INFLATED, MOST_RATIO } from './archive';
import { fileKind, type TableChunk } from './file-kind';
import { InvalidFile } from './invalid-file';
import { vcardToCsv } from './vcard-to-csv';
import { openWorkbook, workbookPart } from './workbook';
import { sheetBudget, sheetToCsv } from './xlsx-to-csv';

const MOST_TABLES = 50;
/** Files of an archive that may be tables. */
const MAY_BE_TABLE = /(?:^|\/)[^/.][^/]*\.(?:csv|tsv|tab|txt|xlsx|xlsm|vcf)$/i;
/** Names of files of people who have left, as in Mailchimp's archives. */
const OF_THOSE_WHO_LEFT = /unsubscribed|cleaned|bounced|nonsubscribed/i;

/** Parts by which other files are recognized, with messages that say what to do. */
const OTHERS: [part: RegExp, message: string][] = [
  [/^xl\/workbook\.bin$/i, 'This is a binary workbook (.xlsb). Save it as .xlsx or CSV.'],
  [
    /^Index\/|^Index\.zip$/i,
    'This is a document of Apple Numbers, Pages or Keynote. Export it as Excel or CSV.',
  ],
  [/^word\//i, 'This is a Word document. Copy its table to a spreadsheet and save it as .xlsx or CSV.'],
  [/^ppt\//i, 'This is a presentation. Save its table as .xlsx or CSV.'],
  [/^content\.xml$/i, 'This is an OpenDocument file (.ods, LibreOffice). Save it as .xlsx or CSV.'],
];

/**
 * Yields the tables of a file that is not text: sheets, contacts of vCards, text in a gzip file, files in an archive (the
 * first 50). Throws `InvalidFile`.
 */
export async function* readTables(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TableChunk> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  })();
  const kind = fileKind(first.value);
  if (kind === 'vcard') {
    yield { table: 'vCard', isText: false };
    yield* vcardToCsv(all);
  } else if (kind === 'gzip') yield* readGzip(await readWhole(all));
  else if (kind === 'office') throw new InvalidFile(oldOfficeMessage(await readWhole(all)));
  else yield* readArchive(await readWhole(all));
}

/** Reads all bytes into one buffer. */
async function readWhole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Says what to do with an encrypted workbook, or a document of old Office. */
const oldOfficeMessage = (bytes: Buffer) =>
  bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'This workbook is protected with a password. Save it without one.'
    : 'This is an old workbook (.xls) or another Office document. Save it as .xlsx or CSV.';

/** Yields the text file in a gzip file. Throws `InvalidFile` for other content, or too much. */
async function* readGzip(file: Buffer): AsyncGenerator<TableChunk> {
  let left = Math.min(Math.max(HARMLESS, file.length * MOST_RATIO), MOST_INFLATED);
  let isFirst = true;
  const gunzip = createGunzip();
  gunzip.end(file);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0)
        throw new InvalidFile('This file is too large: unpacked it has more than 200 MB. Split it.');
      if (isFirst) {
        if (fileKind(chunk) !== 'text' || chunk.toString('latin1', 257, 262) === 'ustar')
          throw new InvalidFile(
            'This compressed file has no text in it. Unpack it and upload what is inside.',
          );
        yield { table: '', isText: true };
      }
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    throw asInvalidFile(error);
  }
}

/** Yields the sheets of a workbook, or the tables of an archive, those of people who have left last. Throws `InvalidFile`. */
async function* readArchive(file: Buffer): AsyncGenerator<TableChunk> {
  const inflation = { left: MOST_INFLATED };
  const archive = await Archive.open(file, inflation);
  const path = await workbookPart(archive);
  if (path) {
    yield* readSheets(archive, path, file.length);
    return;
  }
  const other = OTHERS.find(([part]) => archive.names.some((name) => part.test(name)));
  if (other) throw new InvalidFile(other[1]);
  const names = archive.names.filter((name) => MAY_BE_TABLE.test(name) && !name.startsWith('__MACOSX/'));
  if (names.length === 0)
    throw new InvalidFile(
      'This zip archive has no table in it: no CSV, text, .xlsx or .vcf file. Unpack it.',
    );
  names.sort((a, b) => Number(OF_THOSE_WHO_LEFT.test(a)) - Number(OF_THOSE_WHO_LEFT.test(b)));
  for (const name of names.slice(0, MOST_TABLES)) {
    const table = name.slice(name.lastIndexOf('/') + 1);
    if (/\.xls[xm]$/i.test(name)) {
      const inside = await readWhole(archive.bytes(name));
      const book = await Archive.open(inside, inflation);
      yield* readSheets(book, await workbookPart(book), inside.length, `${table}: `);
    } else if (/\.vcf$/i.test(name)) {
      yield { table, isText: false };
      yield* vcardToCsv(archive.bytes(name));
    } else {
      yield { table, isText: true };
      yield* archive.bytes(name);
    }
  }
}

/**
 * Yields the first 50 sheets of a workbook whose main part is at `path`. `before`: prefix of their names. Throws `InvalidFile`
 * for a binary workbook, or without a main part.
 */
async function* readSheets(
  archive: Archive,
  path: string | null,
  size: number,
  before = '',
): AsyncGenerator<TableChunk> {
  // `.xlsb`
  if (!path || /\.bin$/i.test(path)) throw new InvalidFile(OTHERS[0]![1]);
  const workbook = await openWorkbook(archive, path);
  const budget = sheetBudget(size);
  for (const { name, path } of workbook.sheets.slice(0, MOST_TABLES)) {
    yield { table: before + name, isText: false };
    yield* sheetToCsv(archive, workbook, path, budget);
  }
}
