import * as z from 'zod';
import { isBlank, isFarLonger } from './text';

/** Maximum length, separators included. */
const LONGEST = 100;
// Numbers copied from an address book may contain invisible direction marks.
const SEPARATORS = /[\s\p{Cf}().\-\u2010-\u2015/]/gu;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * Strips separators; `null` unless the rest is E.164 (`+`, then 7 to 15 digits, the first not 0). The service checks
 * whether the number is possible in its country: those tables are too large for a browser.
 */
export function compactPhone(text: string): string | null {
  const compact = withoutSeparators(text);
  return E164.test(compact) ? compact : null;
}

const withoutSeparators = (text: string) =>
  isFarLonger(text, LONGEST) ? text : text.normalize('NFKC').replace(SEPARATORS, '');

/** How numbers are dialed within a country. */
export interface PhoneCountry {
  /** ISO 3166, two letters. */
  code: string;
  name: string;
  /** Digits, without the `+`. */
  callingCode: string;
  /** Dialed before a national number, and not part of it; may be `''`. */
  trunkPrefix: string;
  /** Regular expression of what is dialed before another country's calling code. */
  exitPrefix: string;
  /** Possible numbers of digits, without calling code and trunk prefix. */
  lengths: number[];
}

/** Adds the calling code to a number in national notation; returns any other text unchanged. */
export function internationalPhone(text: string, country: PhoneCountry | null): string {
  const digits = withoutSeparators(text);
  if (!country || !/^\d{2,20}$/.test(digits)) return text;
  const { callingCode, trunkPrefix, exitPrefix, lengths } = country;
  const [, abroad] = new RegExp(`^(?:${exitPrefix})([1-9]\\d{6,})$`).exec(digits) ?? [];
  if (abroad) return `+${abroad}`;
  // A number may begin like the trunk prefix; the length tells them apart.
  const prefixed = digits.startsWith(trunkPrefix) && lengths.includes(digits.length - trunkPrefix.length);
  return `+${callingCode}${prefixed ? digits.slice(trunkPrefix.length) : digits}`;
}

/** A phone number in a request; blank becomes `null`. */
export const phone = z
  .string('This must be text.')
  .transform((value, context) => {
    if (isBlank(value)) return null;
    const trimmed = value.trim();
    const compact = compactPhone(trimmed);
    if (compact === null)
      context.issues.push({
        code: 'custom',
        input: value,
        message: trimmed.startsWith('+')
          ? 'This is not a valid phone number.'
          : 'Include the country code, e.g. +49 30 901820.',
      });
    return compact;
  })
  .nullable()
  .meta({
    openapi: {
      type: ['string', 'null'],
      description:
        'Phone number with country code. Stored as E.164; spaces, dashes, dots and parentheses are removed',
      example: '+4930901820',
    },
  });
