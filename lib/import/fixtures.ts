import { strToU8, type Zippable, zipSync } from 'fflate';
import { readTables } from './tables';

/** Files shaped like real ones, built for tests. */

/** The bytes of a file in chunks of `size`. */
export async function* inChunks(bytes: Uint8Array, size = bytes.length || 1): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

const PEOPLE = 'Vorname;Nachname;E-Mail-Adresse;Telefon\r\nJürgen;Müßig;juergen@example.com;030 901820\r\n';
const GOOGLE = `First Name,Middle Name,Last Name,Organization Name,Organization Title,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Ana,,Silva,Acme,CEO,* myContacts ::: Friends,Home,ana@example.com ::: ana@example.org,Mobile,+49 30 901820
`;
const OUTLOOK = `"Title","First Name","Last Name","Company","Job Title","Business Street","Home Phone","Mobile Phone","Categories","E-mail Address"
"","Ana","Silva","Acme","CEO","Main Street 1
2nd floor","","+49 30 901820","Friends","ana@example.com"
`;

export const textFiles = {
  excel: strToU8(`\ufeff${PEOPLE}`),
  windows1252: new Uint8Array(Buffer.from(PEOPLE, 'latin1')),
  utf16WithMark: utf16(`\ufeff${PEOPLE.replaceAll(';', '\t')}`),
  utf16: utf16(PEOPLE.replaceAll(';', '\t')),
  utf16BigEndian: new Uint8Array(Buffer.from(PEOPLE, 'utf16le').swap16()),
  google: strToU8(GOOGLE),
  outlook: strToU8(OUTLOOK),
  quotedBreaks: strToU8('name,email\n"Ana ""A""\r\nSilva",ana@example.com\nBob,bob@example.com'),
  ragged: strToU8('email,name,phone\nana@example.com\n,,\n\nbob@example.com,Bob,+49309018201,extra,x\n'),
  duplicateHeaders: strToU8('Email,Phone,Email,Phone\n,,ana@example.com,+4930901820\n'),
  strayQuotes: strToU8(
    'email,name\na@example.com,"Ana\nb@example.com,"Bob "B" Ray"\nc@example.com,5" disk\n',
  ),
  sep: strToU8('sep=|\r\nemail|name\r\nana@example.com|Ana\r\n'),
  emails: strToU8('ana@example.com\nbob@example.com\n'),
  headerOnly: strToU8('Email,Name\n'),
  empty: new Uint8Array(),
  wide: strToU8(
    `${Array.from({ length: 999 }, (_, column) => `c${column}`).join(',')},email\n${','.repeat(999)}ana@example.com\n${','.repeat(1_000)}x\n`,
  ),
  longLine: strToU8(`email,name\na@example.com,${'x'.repeat(10_000_000)}\r\nb@example.com,Bob\r\n`),
};

export const binaryFiles = {
  png: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  pdf: strToU8('%PDF-1.7\n%abc\n'),
  zip: strToU8('PK\u0003\u0004'),
  numbers: new Uint8Array(Array.from({ length: 1_000 }, (_, index) => (index * index * 7) % 256)),
};

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with one sheet, from the XML of rows and shared strings. Style 1 is a date, 2 a date with time, 3 a number. */
export function workbook(rows: string, strings = '', more: Zippable = {}): Uint8Array {
  return zipSync({
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/>` +
        '<sheet name="Other" sheetId="2" r:id="rId9"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId9" Target="worksheets/sheet2.xml"/>` +
        `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(`<sst xmlns="${MAIN}">${strings}</sst>`),
    'xl/styles.xml': strToU8(
      `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/>` +
        '<numFmt numFmtId="165" formatCode="[Red]0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    ),
    ...more,
  });
}

/** The tables of a file that is not text, as CSV by name. */
export async function tablesIn(file: Uint8Array): Promise<Record<string, string>> {
  const tables: Record<string, string> = {};
  const decoder = new TextDecoder();
  let name = '';
  for await (const chunk of readTables(inChunks(file)))
    if (chunk instanceof Uint8Array) tables[name] += decoder.decode(chunk, { stream: true });
    else tables[(name = chunk.table)] = '';
  return tables;
}

/** A workbook whose sheet inflates to `megabytes` of spaces. */
export const zipBomb = (megabytes: number): Uint8Array => workbook(' '.repeat(megabytes * 1_000_000));
