import {
  contactFieldInfo,
  type PropertyField,
  propertyFields,
  sharedFields,
} from '@/lib/contract/contact-fields';
import { csvRow } from '@/lib/contract/csv-cell';
import { InvalidFile } from './invalid-file';
import { readEmail } from './read-email';
import { readPhone } from './read-phone';
import { segmentCell } from './segment-cell';
import { splitFullName } from './split-full-name';
import { type Card, cardsOf, MOST_UNCLEAR, type Property, splitValue, unescaped } from './vcard-cards';

/** Columns for emails, and for phones; the last one also has all further addresses. */
const MOST_ADDRESSES = 3;
/** Characters of a cell with several addresses. */
const LONGEST_CELL = 200;
const CHUNK = 64 * 1024;

const numbered = (name: string) =>
  Array.from({ length: MOST_ADDRESSES }, (_, index) => (index === 0 ? name : `${name} ${index + 1}`));
/** Columns after the phones. Remembered settings belong to a whole header, so a changed order forgets them. */
const PROPERTIES = [...new Set<PropertyField>([...sharedFields, ...propertyFields])];
/** Name of the column with the unclear lines of a card. */
export const UNCLEAR = 'Unclear in the vCard';
const HEADER = [
  contactFieldInfo.firstname.label,
  'Middle name',
  contactFieldInfo.lastname.label,
  'Name prefix',
  'Name suffix',
  ...numbered(contactFieldInfo.email.label),
  ...numbered(contactFieldInfo.phone.label),
  ...PROPERTIES.map((name) => contactFieldInfo[name].label),
  'Categories',
  UNCLEAR,
];

/**
 * Converts vCards (2.1, 3.0 and 4.0) to CSV with commas in UTF-8, each person on the line of the card's first property. Throws
 * `InvalidFile` if there is no card.
 */
export async function* vcardToCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let csv = csvRow(HEADER, ',');
  let written = 1;
  let isAny = false;
  for await (const card of cardsOf(bytes)) {
    if (card.properties.length === 0) continue;
    const line = Math.max(card.line + 1, written + 1);
    csv += '\r\n'.repeat(line - written - 1) + csvRow(toCells(card), ',');
    written = line;
    isAny = true;
    if (csv.length < CHUNK) continue;
    yield encoder.encode(csv);
    csv = '';
  }
  if (!isAny) throw new InvalidFile('This vCard file is damaged, or has no contacts.');
  yield encoder.encode(csv);
}

/** The cells of a card, below `HEADER`. Adds repeated names to the unclear lines. */
function toCells({ properties, unclear }: Card): string[] {
  const all = (name: string) =>
    properties.filter((property) => property.name === name && property.value.trim());
  const first = (name: string) => unescaped(all(name)[0]?.value ?? '');
  const company = splitValue(all('ORG')[0]?.value ?? '', ';')[0] ?? '';
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = splitValue(
    all('N')[0]?.value ?? '',
    ';',
  );
  const shown = first('FN');
  // On a company's card, the shown name is the company.
  const name =
    family || given || shown === company
      ? { firstname: given, lastname: family }
      : splitFullName(shown, company);
  const details: Record<PropertyField, string> = {
    jobtitle: first('TITLE') || first('ROLE'),
    company,
  };
  const emails = sortAddresses(all('EMAIL'), /^mailto:/i);
  const phones = sortAddresses(all('TEL'), /^tel:/i).map((value) => value.replace(/;ext=/i, ' ext. '));
  for (const name of ['N', 'FN'])
    if (new Set(all(name).map(({ value }) => value.trim())).size > 1 && unclear.length < MOST_UNCLEAR)
      unclear.push(`${name} is there twice`);
  const categories = all('CATEGORIES').flatMap(({ value }) => splitValue(value, ','));
  return [
    name.firstname ?? '',
    middle,
    name.lastname ?? '',
    prefix,
    suffix,
    ...inColumns(emails, isEmail, unclear),
    ...inColumns(phones, isPhone, unclear),
    ...PROPERTIES.map((name) => details[name]),
    segmentCell(categories, ', '),
    unclear.join('; '),
  ];
}

/**
 * Distributes addresses over columns. The first valid address counts, so readable ones come first if there are too many; those
 * without room are `unclear`.
 */
function inColumns(values: string[], isReadable: (value: string) => boolean, unclear: string[]): string[] {
  const isFew = values.length <= MOST_ADDRESSES;
  const readable = isFew ? values : values.filter(isReadable);
  const sorted = isFew ? values : [...readable, ...values.filter((value) => !readable.includes(value))];
  const cells = Array.from({ length: MOST_ADDRESSES }, (_, index) => sorted[index] ?? '');
  let last = cells.pop() ?? '';
  for (const value of sorted.slice(MOST_ADDRESSES))
    if (last.length + value.length < LONGEST_CELL) last += `; ${value}`;
    else if (unclear.length < MOST_UNCLEAR) unclear.push(value.slice(0, LONGEST_CELL));
  return [...cells, last];
}

const isEmail = (value: string) => readEmail(value).email !== null;

/** Whether a phone can be read, perhaps only with the country of the import. */
function isPhone(value: string): boolean {
  const { problem } = readPhone(value, {});
  return problem === null || (problem === 'noCountry' && value.replace(/\D/g, '').length >= 7);
}

/**
 * Values without the scheme, sorted: the preferred one, then mobile numbers, then others; leaves out fax numbers and pagers.
 */
function sortAddresses(properties: Property[], scheme: RegExp): string[] {
  const types = ({ parameters }: Property) =>
    parameters.flatMap((parameter) => parameter.replace(/^type=/, '').split(','));
  /** 0 for a preferred address, 1 for a mobile number, 2 for others. */
  const rank = (property: Property) => {
    const all = types(property);
    if (all.some((type) => type === 'pref' || type === 'pref=1')) return 0;
    return all.includes('cell') ? 1 : 2;
  };
  const usable = properties.filter(
    (property) => !types(property).some((type) => /fax|pager|x-internet-/.test(type)),
  );
  return usable
    .sort((a, b) => rank(a) - rank(b))
    .map(({ value }) => unescaped(value).replace(scheme, '').trim());
}
