import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { pastedPhone } from '@/lib/contract/pasted';
import { compactPhone, isPlaceholder } from '@/lib/contract/phone';
import { possiblePhone, toPhoneCountry } from '@/lib/phone-country';
import { spreadsheetNumber } from './spreadsheet-number';

/** Where a number without its own country code is dialed. */
export interface PhonePlace {
  country?: CountryCode | null;
  /** Digits, instead of a country. */
  callingCode?: string;
}

export interface PhoneReading {
  /** Possible readings in E.164, the likeliest first. */
  numbers: string[];
  /** Why the number cannot be stored without a decision; `null` if `numbers[0]` is meant. */
  problem: 'invalid' | 'noCountry' | 'unusual' | 'damaged' | null;
  /** Other text in the cell: extensions, notes, further numbers. */
  others: string[];
  /** Whether a spreadsheet had changed the number, which is restored. */
  isRestored: boolean;
}

/** Maximum length of a cell with a number. */
const LONGEST = 200;
const FEWEST_DIGITS = 5;
/** Minimum digits, without country code, of a complete number before a slash; an area code alone has at most 5. */
const COMPLETE = 6;
/** Digits from which a fixed-line number is doubtful: some numbering plans have no maximum length. */
const LONG_FIXED = 12;

const SEPARATORS = /[\s\p{Cf}().\-\u2010-\u2015/]/gu;
const EXTENSION =
  /[\s,;(]*(?:extension|ext|durchwahl|dw|nebenstelle|poste|anexo|ramal|interno|int|toestel|wew|linka|доб|вн|内線|分机|app|x|#)[\s.:=]*\d{1,7}\)?$/iu;
const NOTE = /\s*[([][^()[\]]*\p{L}[^()[\]]*[)\]]/gu;
const AFTER = /^([+(\d][+\d\s().\-\u2010-\u2015/]*\d\)?)[\s.\-\u2010-\u2015]*(\p{L}.*)$/su;
/** An extension range: `100010 - 12`. */
const RANGE = /^(.*\d)\s+[-\u2010-\u2015]\s+(\d{1,3})$/u;
const BETWEEN =
  /\s*(?:[;,|\n]|:::|\s&\s|\s(?:or|oder|ou|und|and|et|og|och|en|of|eller|lub|или|y|o|e)\s)\s*/iu;
const DATE = /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d)\b/;

/**
 * Reads the phone number in a cell, or in a part of a pasted text: the first one without a problem, else the first that may be
 * one; the rest is in `others`.
 */
export function readPhone(cell: string, place: PhonePlace): PhoneReading {
  if (cell.length > LONGEST) return noNumber('invalid');
  const text = pastedPhone(cell);
  // Most numbers are written like this.
  if (/^\+\d{7,15}$/.test(text)) return { ...readDigits(text, place), others: [] };
  const changed = spreadsheetNumber(text);
  if (changed === 'lost') return noNumber('damaged');
  if (changed) return { ...readDigits(changed.digits, place), others: [], isRestored: true };
  if (DATE.test(text)) return noNumber('invalid');

  const { parts, others } = splitNotes(text);
  const read = parts.map((part) => readPart(part, place));
  const valid = read.findIndex(({ problem }) => problem === null);
  const maybe = read.findIndex(({ numbers, problem }) => numbers.length > 0 || problem === 'noCountry');
  const at = valid < 0 ? maybe : valid;
  if (at < 0) return noNumber('invalid');
  const reading = read[at] as PhoneReading;
  return { ...reading, others: [...reading.others, ...parts.filter((_, index) => index !== at), ...others] };
}

/** Whether text beside a number is another number, rather than an extension or a note. */
export const isNumber = (other: string): boolean => /^\d{5}/.test(other.replace(/[^\p{L}\d]/gu, ''));

/** The reading of text that has no number, for this reason. */
const noNumber = (problem: PhoneReading['problem']): PhoneReading => ({
  numbers: [],
  problem,
  others: [],
  isRestored: false,
});

/** Splits text into numbers, and the notes and extensions beside them. */
function splitNotes(text: string): { parts: string[]; others: string[] } {
  const others: string[] = [];
  /** Removes what matches, and adds it to `others`. */
  const moveToOthers = (from: string, pattern: RegExp) =>
    from.replace(pattern, (note) => {
      others.push(note.trim());
      return '';
    });
  const parts = moveToOthers(moveToOthers(text, NOTE), EXTENSION)
    .split(BETWEEN)
    .flatMap((part) => {
      const [, number, note] = AFTER.exec(moveToOthers(part, EXTENSION)) ?? [];
      if (note) others.push(note);
      return number ?? moveToOthers(part, EXTENSION);
    })
    .map((part) => pastedPhone(part))
    .filter(Boolean);
  return { parts, others };
}

/** Reads a number that may be followed by another one, or by the end of an extension range, which go to `others`. */
function readPart(part: string, place: PhonePlace): PhoneReading {
  const range = RANGE.exec(part);
  const cuts = [
    ...(range?.[1] ? [range[1].length] : []),
    ...Array.from(part.matchAll(/\/|\s(?=\s*(?:\+|\(?0))/g), ({ index }) => index).filter((at) => at > 0),
  ].slice(0, 8);
  for (const at of cuts) {
    const rest = part.slice(at).replace(/^[\s/\-\u2010-\u2015]+/u, '');
    const first = readDigits(part.slice(0, at), place);
    // After a space, digits are another number only if they are complete.
    const isCut = part[at] === '/' || at === range?.[1]?.length || isComplete(readDigits(rest, place));
    if (isCut && isComplete(first)) return { ...first, others: [rest] };
  }
  return { ...readDigits(part, place), others: [] };
}

/** Whether a number has at least six digits after the country code, and no problem. */
function isComplete({ numbers: [number], problem }: PhoneReading): boolean {
  if (!number || problem) return false;
  return (parsePhoneNumberFromString(number)?.nationalNumber.length ?? 0) >= COMPLETE;
}

/**
 * Reads a single number. Without a plus, it is read as dialed at the place or as a number that has lost its plus, or as
 * `unusual` with both readings if neither is clearly likelier.
 */
function readDigits(written: string, { country, callingCode }: PhonePlace): PhoneReading {
  const digits = written.replace(SEPARATORS, '');
  if (!/^\+?\d+$/.test(digits)) return noNumber('invalid');
  if (digits.startsWith('+')) return toReading(parseNumber(compactPhone(written) ?? '', {}));
  const plus = parseNumber(compactPhone(`+${digits}`) ?? '', {});
  if (!country && !callingCode)
    return noNumber(digits.length >= FEWEST_DIGITS && digits.length <= 15 ? 'noCountry' : 'invalid');
  const national = parseNumber(
    written,
    country ? { defaultCountry: country } : { defaultCallingCode: callingCode },
  );
  if (!plus || !national) return { ...toReading(plus ?? national), isRestored: plus !== null };
  // A lost plus is likelier than an area code that looks like the country's calling code and lacks its zero.
  if (national.number === plus.number || (plus.isValid && digits.startsWith(national.callingCode)))
    // With calling code 1, `1` is also dialed before area codes: nothing was lost.
    return { ...toReading(plus), isRestored: national.callingCode !== '1' };
  const isFixed = !isMobile(national);
  const isLong = isFixed && digits.length >= LONG_FIXED;
  if (national.isValid !== plus.isValid && !(national.isValid && isLong))
    return { ...toReading(national.isValid ? national : plus), isRestored: plus.isValid };
  // Either the plus is missing, or the zero dialed before an area code. Digits identify a mobile number, but little more than
  // the length identifies a fixed-line number.
  const isPlus =
    isFixed && plus.isValid && isMobile(plus) && country && toPhoneCountry(country)?.trunkPrefix === '0';
  const [first, other] = isPlus || isLong ? [plus, national] : [national, plus];
  const numbers = [first.number, other.number];
  return { numbers, problem: isPlus ? null : 'unusual', others: [], isRestored: Boolean(isPlus) };
}

interface KnownNumber {
  number: string;
  callingCode: string;
  /** Whether the number, which is possible in any case, is in the numbering plan of its country. */
  isValid: boolean;
}

/** Whether a number is, or may be, a mobile one. */
const isMobile = ({ number }: KnownNumber): boolean => {
  const type = parsePhoneNumberFromString(number)?.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
};

/** The reading of a number, `unusual` if its numbering plan does not have it; `invalid` for `null`. */
const toReading = (known: KnownNumber | null): PhoneReading =>
  known
    ? { numbers: [known.number], problem: known.isValid ? null : 'unusual', others: [], isRestored: false }
    : noNumber('invalid');

/** Parses a number; `null` if it is impossible, a placeholder, or has an extension. */
function parseNumber(
  text: string,
  options: { defaultCountry?: CountryCode; defaultCallingCode?: string },
): KnownNumber | null {
  const parsed = parsePhoneNumberFromString(text, { ...options, extract: false });
  if (!parsed || parsed.ext || !parsed.isPossible() || isPlaceholder(parsed.nationalNumber)) return null;
  // The stored form must not change when it is sent again.
  const number = parsed.number === text ? text : possiblePhone(compactPhone(parsed.number) ?? '');
  return number ? { number, callingCode: parsed.countryCallingCode, isValid: parsed.isValid() } : null;
}
