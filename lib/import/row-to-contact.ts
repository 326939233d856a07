import type { CountryCode } from 'libphonenumber-js/max';
import type { ContactField } from '@/lib/contract/contact-fields';
import { restoreFormula } from '@/lib/contract/csv-cell';
import { email } from '@/lib/contract/email';
import type { FieldValues } from '@/lib/contract/field';
import {
  type ImportSettings,
  type ImportTarget,
  type LeftOutReason,
  type NamePart,
  nameParts,
} from '@/lib/contract/import';
import { pastedEmail } from '@/lib/contract/pasted';
import { isPlaceholder } from '@/lib/contract/phone';
import { isBlank, isUuid, oneLine } from '@/lib/contract/text';
import { PLACEHOLDER } from '@/lib/phone-country';
import { withoutLinks } from './links';
import { isNoValue } from './no-value';
import type { FieldReader } from './own-field-cell';
import { phonePlace } from './phone-place';
import { nameBeside, readEmail } from './read-email';
import { isNumber, type PhonePlace, type PhoneReading, readPhone } from './read-phone';
import { isInList, splitTitles } from './segment-cell';
import { isSalutation, splitFullName, withNameParts } from './split-full-name';
import { UNCLEAR } from './vcard-to-csv';
import { saysLeft } from './who-left';

/** Maximum number of segments of a row. */
export const MOST_TITLES = 100;
/** Maximum number of cells of a row that are read as addresses. */
const MOST_ADDRESSES = 20;

/** A value, or a part of one, that is not imported. */
export interface LeftOut {
  column: number;
  value: string;
  reason: LeftOutReason;
  message: string;
}

/** The contact that a row describes. Email and phone are in stored form; `contactUpdate` validates the other `values`. */
export interface RowContact {
  /** Id of the contact, if the row has one. */
  id?: string;
  values: Partial<Record<ContactField, string>>;
  /** Values of own fields by key; absent without any. */
  custom?: FieldValues;
  segmentTitles: string[];
  referralCode?: string;
  /** Columns to keep as a note, a line each. */
  note?: string;
  /** Whether a column tells that the person must not be contacted. */
  doNotContact?: true;
  leftOut: LeftOut[];
  /** Values that are read differently from how they are written. */
  corrected: { column: number; value: string; readAs: string }[];
  /** Why the phone is unusual: unless allowed, it is imported only where it is stored already. */
  unusual?: LeftOut;
}

export type RowSettings = Pick<
  ImportSettings,
  'targets' | 'columnOrder' | 'country' | 'segmentSeparator' | 'unusualPhones'
>;

/**
 * Reads a contact from the cells of a row. Blank cells set nothing, so that stored values stay; other values that are not
 * taken are in `leftOut`. `names`: names of the columns; `ownEmail`: result of the function of that name; `fields`: own fields by
 * their targets.
 */
export function rowToContact(
  cells: string[],
  settings: RowSettings,
  names: readonly string[] = [],
  ownEmail: string | null = null,
  fields: ReadonlyMap<string, FieldReader> = new Map(),
): RowContact {
  const { targets, segmentSeparator } = settings;
  const row: RowContact = { values: {}, segmentTitles: [], leftOut: [], corrected: [] };
  const titles = new Set<string>();
  const parts: Partial<Record<NamePart, string>> = {};
  const notes: string[] = [];
  let fullName = '';
  /** The name beside an email: `Ana Silva <ana@example.com>`. */
  let besideEmail = '';
  let addresses = 0;
  const place = readPhonePlace(cells, settings);
  for (const column of columnsInOrder(settings)) {
    const [target, cell] = [targets[column], cells[column]];
    if (!cell || isBlank(cell)) continue;
    if (names[column] === UNCLEAR)
      row.leftOut.push({ column, value: cell.slice(0, 200), reason: 'extra', message: UNCLEAR_CARD });
    if (!target || target === 'phoneCountry' || target === 'areaCode') continue;
    const isAddress = target === 'email' || target === 'phone';
    const text = isAddress ? restoreFormula(cell).trim() : withoutLinks(restoreFormula(cell));
    const leaveOut = (value: string, reason: LeftOutReason, message: string) =>
      row.leftOut.push({ column, value: value.slice(0, 200), reason, message });
    /** Takes the first value of a field; a different one is left out. */
    const takeValue = (name: ContactField, value: string) => {
      if (row.values[name] === undefined) row.values[name] = value;
      else if (row.values[name] !== value) leaveOut(value, 'otherColumn', 'Another column is used.');
    };
    if (text.includes('\ufffd')) leaveOut(text, 'invalid', GARBLED);
    else if (target === 'note') notes.push(names[column] ? `${names[column]}: ${text.trim()}` : text.trim());
    else if (target === 'doNotContact') {
      if (saysLeft(names[column] ?? '', text)) row.doNotContact = true;
    } else if (target === 'segmentFlag') {
      if (isInList(text)) titles.add(names[column] ?? '');
    } else if (isAddress && ++addresses > MOST_ADDRESSES)
      leaveOut(text, 'otherColumn', `Only ${MOST_ADDRESSES} emails and phones of a row are read.`);
    else if (isNoValue(text.trim(), isAddress)) leaveOut(text.trim(), 'empty', 'Means “no value”.');
    else if (target === 'email') {
      const read = readEmail(text);
      if (read.email && read.email === ownEmail) leaveOut(text, 'invalid', OWN);
      else if (read.email) {
        takeValue('email', read.email);
        besideEmail ||= nameBeside(text);
      } else leaveOut(text, 'invalid', emailProblem(text));
      for (const other of read.others) leaveOut(other, 'extra', 'Only the first email is imported.');
    } else if (target === 'phone') takePhone(row, column, text, place, settings);
    else if (isOwnTarget(target)) {
      const field = fields.get(target);
      const { value, message } = field?.read(restoreFormula(cell)) ?? { message: 'There is no such field.' };
      const taken = field && row.custom?.[field.key];
      if (message !== undefined) leaveOut(text, field ? 'invalid' : 'unknown', message);
      else if (taken === undefined) {
        if (field && value !== null) row.custom = { ...row.custom, [field.key]: value };
      } else if (String(taken) !== String(value)) leaveOut(text, 'otherColumn', 'Another column is used.');
    } else {
      const written = oneLine(text);
      const line = withoutControl(written);
      if (line !== written) row.corrected.push({ column, value: written, readAs: line });
      if (target === 'fullName') fullName ||= line;
      else if (target === 'segments') {
        // One title more shows that there are too many.
        if (titles.size <= MOST_TITLES)
          for (const title of splitTitles(text, segmentSeparator)) titles.add(title);
      } else if (isNamePart(target)) parts[target] ??= line;
      else if (target === 'jobtitle' && isSalutation(line)) leaveOut(line, 'invalid', 'Not a job title.');
      else if (target === 'referralCode') row.referralCode ??= line;
      else if (target !== 'id') takeValue(target, line);
      else if (isUuid(line)) row.id ??= line.toLowerCase();
      else leaveOut(line, 'invalid', 'This is not the Id of a contact.');
    }
  }
  if (!row.values.firstname && !row.values.lastname) fullName ||= besideEmail;
  if (fullName) row.values = { ...splitFullName(fullName, row.values.company), ...row.values };
  row.values = { ...row.values, ...withNameParts(row.values, parts) };
  row.segmentTitles = [...titles];
  if (notes.length > 0) row.note = notes.join('\n');
  return row;
}

const isOwnTarget = (target: string): target is `fields.${string}` => target.startsWith('fields.');
const isNamePart = (target: string): target is NamePart => (nameParts as readonly string[]).includes(target);

/** The columns of `columnOrder`, then the others in the order of the file. */
function columnsInOrder({ targets, columnOrder }: RowSettings): Iterable<number> {
  return columnOrder.length > 0 ? new Set([...columnOrder, ...targets.keys()]) : targets.keys();
}

const emailProblem = (text: string): string =>
  email.safeParse(pastedEmail(text)).error?.issues[0]?.message ?? 'This is not a valid email address.';

const OWN = 'The same in most rows: the address of the account that the file comes from.';
const UNCLEAR_CARD = 'Check the contact.';
const GARBLED = 'Characters are damaged or in another encoding.';
export const UNUSUAL = 'This number does not exist in its country.';
const PHONE_PROBLEMS = {
  invalid: 'This is not a phone number.',
  noCountry: 'The country code is missing.',
  damaged: 'A spreadsheet has cut off the last digits.',
};

/** Takes a phone if the row has none yet, or if it replaces an unusual one. Lists everything else in the cell as left out. */
function takePhone(
  row: RowContact,
  column: number,
  text: string,
  { place, areaCode }: { place: PhonePlace; areaCode: string },
  { unusualPhones }: RowSettings,
): void {
  const reading = readPhone(/^[+0]/.test(text) ? text : areaCode + text, place);
  const { numbers, others, isRestored } = reading;
  const [phone] = numbers;
  const leaveOut = (value: string, reason: LeftOutReason, message: string) =>
    row.leftOut.push({ column, value: value.slice(0, 200), reason, message });
  const { problem } = reading;
  if (!phone || (problem && problem !== 'unusual'))
    leaveOut(text, problem ?? 'invalid', phoneMessage(text, problem ?? 'invalid'));
  else if (row.values.phone !== undefined && !(row.unusual && !problem)) {
    if (row.values.phone !== phone)
      leaveOut(text, problem ?? 'otherColumn', problem ? unusualMessage(reading) : 'Another column is used.');
  } else {
    if (row.unusual) row.leftOut.push(row.unusual);
    row.unusual = problem
      ? { column, value: text.slice(0, 200), reason: 'unusual', message: unusualMessage(reading) }
      : undefined;
    row.values.phone = phone;
    if (isRestored || (numbers.length > 1 && unusualPhones === 'import'))
      row.corrected.push({ column, value: text, readAs: phone });
  }
  for (const other of others)
    leaveOut(
      other,
      'extra',
      isNumber(other) ? 'Only the first number is imported.' : 'Not part of the number.',
    );
}

/** Says why a phone with this problem is left out, or is unusual; a placeholder such as 123456 has its own message. */
function phoneMessage(text: string, problem: NonNullable<PhoneReading['problem']>): string {
  if (problem === 'invalid' && isPlaceholder(text.replace(/\D/g, '').slice(-6))) return PLACEHOLDER;
  return problem === 'unusual' ? UNUSUAL : PHONE_PROBLEMS[problem];
}

const unusualMessage = ({ numbers }: PhoneReading): string =>
  numbers.length > 1 ? `It may be ${numbers.join(' or ')}.` : UNUSUAL;

/**
 * Where a row's numbers are dialed: according to its own columns, else to the import's country; and the area code, or `''`.
 */
function readPhonePlace(cells: string[], settings: RowSettings): { place: PhonePlace; areaCode: string } {
  /** The first cell with this target that has a value; `''` if there is none. */
  const cellOf = (target: ImportTarget) => {
    if (!settings.targets.includes(target)) return '';
    for (const column of columnsInOrder(settings)) {
      const cell = settings.targets[column] === target && restoreFormula(cells[column] ?? '').trim();
      if (cell && !isNoValue(cell, true)) return cell;
    }
    return '';
  };
  const [country, areaCode] = [cellOf('phoneCountry'), cellOf('areaCode')];
  return {
    place: (country && phonePlace(country)) || { country: settings.country as CountryCode | null },
    areaCode: /^[\d\s()./-]{1,10}$/.test(areaCode) ? `${areaCode} ` : '',
  };
}

const CONTROL = /\p{Cc}/gu;
/** Characters 80 to 9F, which Node's decoder of Windows-1252 reads as Latin-1. */
const WINDOWS_1252 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** Removes control characters; those from 80 to 9F become the punctuation of Windows that was read as Latin-1. */
function withoutControl(line: string): string {
  if (line.search(CONTROL) < 0) return line;
  return line.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0);
    return (WINDOWS_1252[code - 0x80] ?? '').replace('\0', '');
  });
}
