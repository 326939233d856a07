import { csvRow } from './csv-cell';
import { InvalidFile } from './invalid-file';
import { segmentCell } from './segment-cell';
import { splitFullName } from './split-full-name';
import { textSource } from './text-encoding';

/** Addresses of a person that become columns. */
const MOST_ADDRESSES = 3;
/** Characters of a property; photos are longer. */
const LONGEST_PROPERTY = 10_000;
const PIECE = 64 * 1024;

const numbered = (name: string) =>
  Array.from({ length: MOST_ADDRESSES }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));
const HEADER = [
  'First name',
  'Middle name',
  'Last name',
  'Name prefix',
  'Name suffix',
  ...numbered('Email'),
  ...numbered('Phone'),
  'Company',
  'Job title',
  'Categories',
];

/** A property of a card: `item1.TEL;TYPE=cell,voice:+49 …`. */
interface Property {
  name: string;
  /** In lower case, such as `type=cell`; vCard 2.1 leaves out the name. */
  parameters: string[];
  value: string;
}

/**
 * The people of a file of vCards (2.1, 3.0 and 4.0) as CSV with commas in UTF-8, each in the line where its card's first
 * property is. Throws `InvalidFile`.
 */
export async function* vcardToCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let csv = csvRow(HEADER, ',');
  let written = 1;
  let began = 0;
  let card: Property[] | null = null;
  let isAny = false;
  for await (const { line, text } of propertiesOf(bytes)) {
    const property = parsed(text);
    const value = property?.value.trim().toUpperCase();
    if (property?.name === 'BEGIN' && value === 'VCARD') {
      card = [];
      began = Math.max(line + 1, written + 1);
    } else if (property?.name === 'END' && value === 'VCARD' && card) {
      csv += '\r\n'.repeat(began - written - 1) + csvRow(cellsOf(card), ',');
      written = began;
      card = null;
      isAny = true;
    } else if (property && card && card.length < 1_000) card.push(property);
    if (csv.length < PIECE) continue;
    yield encoder.encode(csv);
    csv = '';
  }
  if (!isAny) throw new InvalidFile('This vCard file is damaged, or has no contacts.');
  yield encoder.encode(csv);
}

/** Properties without their line breaks, with their lines. Of photos, only the beginning is kept. */
async function* propertiesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let began = 1;
  let property: string | null = null;
  let isEncoded = false;
  for await (const text of linesOf(bytes)) {
    line++;
    const isOpen: boolean = isEncoded && property !== null && property.endsWith('=');
    if (property !== null && (isOpen || /^[ \t]/.test(text))) {
      if (property.length < LONGEST_PROPERTY)
        property = isOpen ? property.slice(0, -1) + text : property + text.slice(1);
      continue;
    }
    if (property !== null) yield { line: began, text: property };
    began = line;
    property = text.slice(0, LONGEST_PROPERTY);
    isEncoded = /^[^:]{0,200}QUOTED-PRINTABLE/i.test(property);
  }
  if (property !== null) yield { line: began, text: property };
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let source = textSource('utf-8');
  let isFirst = true;
  let rest = '';
  for await (const piece of bytes) {
    if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) source = textSource('utf-16le');
    isFirst = false;
    const lines = (rest + source.read(piece)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_PROPERTY * 10) rest = rest.slice(0, LONGEST_PROPERTY);
    yield* lines;
  }
  yield* (rest + source.read(new Uint8Array(), true)).split(/\r\n|\n|\r/);
}

function parsed(text: string): Property | null {
  let colon = -1;
  let isQuoted = false;
  for (let at = 0; at < text.length && colon < 0; at++)
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ':' && !isQuoted) colon = at;
  if (colon < 0) return null;
  const [head = '', ...parameters] = text.slice(0, colon).split(';');
  const name = head
    .slice(head.indexOf('.') + 1)
    .trim()
    .toUpperCase();
  const lower = parameters.map((parameter) => parameter.toLowerCase().replaceAll('"', ''));
  const value = text.slice(colon + 1);
  const isEncoded = lower.some((parameter) => parameter.endsWith('quoted-printable'));
  return { name, parameters: lower, value: isEncoded ? fromQuotedPrintable(value, lower) : value };
}

function fromQuotedPrintable(value: string, parameters: string[]): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8) ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The parts of a value between semicolons or commas that have no backslash before them. */
const partsOf = (value: string, separator: ';' | ','): string[] =>
  value.split(separator === ';' ? /(?<!\\);/ : /(?<!\\),/).map(unescaped);

const unescaped = (text: string) =>
  text.replace(/\\([\\,;:nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character)).trim();

function cellsOf(card: Property[]): string[] {
  const all = (name: string) => card.filter((property) => property.name === name && property.value.trim());
  const first = (name: string) => unescaped(all(name)[0]?.value ?? '');
  const company = partsOf(all('ORG')[0]?.value ?? '', ';')[0] ?? '';
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(
    all('N')[0]?.value ?? '',
    ';',
  );
  const shown = first('FN');
  // Of a company's card, the name is the company.
  const name =
    family || given || shown === company
      ? { firstname: given, lastname: family }
      : splitFullName(shown, company);
  const emails = addresses(all('EMAIL')).map((value) => value.replace(/^mailto:/i, ''));
  const phones = addresses(all('TEL')).map((value) =>
    value.replace(/^tel:/i, '').replace(/;ext=/i, ' ext. '),
  );
  const categories = all('CATEGORIES').flatMap(({ value }) => partsOf(value, ','));
  return [
    name.firstname ?? '',
    middle,
    name.lastname ?? '',
    prefix,
    suffix,
    ...padded(emails),
    ...padded(phones),
    company,
    first('TITLE') || first('ROLE'),
    segmentCell(categories, ', '),
  ];
}

const padded = (values: string[]) =>
  Array.from({ length: MOST_ADDRESSES }, (_, index) => values[index] ?? '');

/** The preferred one first, then those to reach somebody best; no fax. */
function addresses(properties: Property[]): string[] {
  const types = ({ parameters }: Property) =>
    parameters.flatMap((parameter) => parameter.replace(/^type=/, '').split(','));
  const rank = (property: Property) => {
    const all = types(property);
    if (all.some((type) => type === 'pref' || type === 'pref=1')) return 0;
    return all.includes('cell') ? 1 : 2;
  };
  const usable = properties.filter(
    (property) => !types(property).some((type) => /fax|pager|x-internet-/.test(type)),
  );
  return usable.sort((a, b) => rank(a) - rank(b)).map(({ value }) => unescaped(value));
}
