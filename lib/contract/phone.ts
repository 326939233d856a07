import * as z from 'zod';
import { isBlank, isFarLonger, normalize, refusedEnding } from './text';

/** Maximum length, separators included. */
const LONGEST = 100;
// Numbers copied from an address book may contain invisible direction marks.
const SEPARATORS = /[\s\p{Cf}().\-\u2010-\u2015/]/gu;
export const E164 = /^\+[1-9]\d{6,14}$/;
/** Prefix of a link, or the apostrophe by which a spreadsheet marks text. */
const MARK = /^(?:tel:|[\s\p{Cf}'’])*/iu;

/**
 * Converts digits of every script to ASCII and a leading `00` to `+`, and removes `tel:` and a leading apostrophe; keeps
 * separators. Returns text that is far too long unchanged.
 */
export function plainPhone(text: string): string {
  if (isFarLonger(text, LONGEST)) return text;
  return normalize(text, 'NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(MARK, '')
    .replace(/^(\(?)00(?=[\s.\-/()]*[1-9])/, '$1+')
    .trim();
}

/** Converts a digit of any script. Unicode lists the digits of each script from 0 to 9, next to one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

/**
 * Applies `plainPhone`, then strips separators and Mexico's former mobile 1; `null` unless the rest is E.164 (`+`, then 7 to 15 digits, the first not 0). The
 * service checks whether the number is possible in its country: those tables are too large for a browser.
 */
export function compactPhone(text: string): string | null {
  const compact = withoutSeparators(plainPhone(text));
  // Until 2019, mobile numbers of Mexico had an extra 1 after the calling code.
  return E164.test(compact) ? compact.replace(/^\+521(?=\d{10}$)/, '+52') : null;
}

const withoutSeparators = (text: string) =>
  isFarLonger(text, LONGEST) ? text : text.replace(SEPARATORS, '');

/** Whether a number's digits, without its calling code, are made up: six or more of one digit, or counting up or down. */
export function isPlaceholder(digits: string): boolean {
  if (digits.length < 6) return false;
  const step = (Number(digits[1]) - Number(digits[0]) + 10) % 10;
  if (step !== 0 && step !== 1 && step !== 9) return false;
  return [...digits].every((digit, index) => Number(digit) === (Number(digits[0]) + index * step) % 10);
}

/** How numbers are dialed within a country. */
export interface PhoneCountry {
  /** ISO 3166, two letters. */
  code: string;
  name: string;
  /** Digits, without the `+`. */
  callingCode: string;
  /** Prefix dialed before a national number, but not part of it; may be `''`. */
  trunkPrefix: string;
  /** Regular expression of the prefix dialed before another country's calling code. */
  exitPrefix: string;
  /** Possible numbers of digits, without calling code and trunk prefix. */
  lengths: number[];
}

/**
 * Converts digits as dialed within the country: `+` and calling code replace the trunk prefix, a `+` the exit prefix. Returns
 * any other text unchanged, and every text without a country.
 */
export function internationalPhone(text: string, country: PhoneCountry | null): string {
  const digits = withoutSeparators(plainPhone(text));
  if (!country || !/^\d{2,20}$/.test(digits)) return text;
  const { callingCode, trunkPrefix, exitPrefix, lengths } = country;
  const [, abroad] = new RegExp(`^(?:${exitPrefix})([1-9]\\d{6,})$`).exec(digits) ?? [];
  if (abroad) return `+${abroad}`;
  // A number may begin like the trunk prefix; the length tells them apart.
  const prefixed = digits.startsWith(trunkPrefix) && lengths.includes(digits.length - trunkPrefix.length);
  return `+${callingCode}${prefixed ? digits.slice(trunkPrefix.length) : digits}`;
}

/**
 * Says why text is not a phone number: the first character refused, else a missing country code, else only that it is not
 * valid.
 */
function describeProblem(text: string): string {
  const plain = plainPhone(text);
  const refused = isFarLonger(plain, LONGEST) ? null : /[^\d+\s\p{Cf}().\-\u2010-\u2015/]/u.exec(plain);
  if (!refused && !plain.startsWith('+')) return 'Include the country code, e.g. +49 30 901820.';
  return `This is not a valid phone number${refusedEnding(refused?.[0])}.`;
}

/** A phone number in a request; blank becomes `null`. */
export const phone = z
  .string('This must be text.')
  .transform((value, context) => {
    if (isBlank(value)) return null;
    const compact = compactPhone(value);
    if (compact === null)
      context.issues.push({ code: 'custom', input: value, message: describeProblem(value) });
    return compact;
  })
  .nullable()
  .meta({
    openapi: {
      type: ['string', 'null'],
      description:
        'Phone number with country code. Stored as E.164: spaces, dashes, dots and parentheses are removed, a leading `00` is a plus',
      example: '+4930901820',
    },
  });
