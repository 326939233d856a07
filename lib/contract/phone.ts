import { z } from 'zod';
import { isBlank, isFarLonger } from './text';

/** A number with all its separators has no more characters. */
const LONGEST = 100;
// What is copied from an address book may have marks of its direction around it, which nobody sees.
const SEPARATORS = /[\s\p{Cf}().\-\u2010-\u2015/]/gu;
const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number without the separators people type, when what is left has the shape of E.164 (`+`, then 7 to 15
 * digits, the first not 0), else `null`. Whether the number is possible in its country is the service's to say:
 * those tables are too large for a browser.
 */
export function compactPhone(text: string): string | null {
  const compact = withoutSeparators(text);
  return E164.test(compact) ? compact : null;
}

const withoutSeparators = (text: string) =>
  isFarLonger(text, LONGEST) ? text : text.normalize('NFKC').replace(SEPARATORS, '');

/** How numbers are dialled within a country. */
export interface PhoneCountry {
  /** ISO 3166, two letters. */
  code: string;
  /** For people. */
  name: string;
  /** Digits, without the `+`. */
  callingCode: string;
  /** What is dialled before a number in the country, and is no part of it; `''` where nothing is. */
  trunkPrefix: string;
  /** What is dialled before the calling code of another country: a regular expression. */
  exitPrefix: string;
  /** How many digits numbers can have, calling code and trunk prefix not counted. */
  lengths: number[];
}

/** A number that is written as in its own country, with calling code; any other text as it is. */
export function internationalPhone(text: string, country: PhoneCountry | null): string {
  const digits = withoutSeparators(text);
  if (!country || !/^\d{2,20}$/.test(digits)) return text;
  const { callingCode, trunkPrefix, exitPrefix, lengths } = country;
  const [, abroad] = new RegExp(`^(?:${exitPrefix})([1-9]\\d{6,})$`).exec(digits) ?? [];
  if (abroad) return `+${abroad}`;
  // Where numbers may begin like the prefix, their length tells whether it is one.
  const prefixed = digits.startsWith(trunkPrefix) && lengths.includes(digits.length - trunkPrefix.length);
  return `+${callingCode}${prefixed ? digits.slice(trunkPrefix.length) : digits}`;
}

/** A phone number as a request gives it; blank becomes `null`. */
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
      description: 'E.164; spaces, dashes, dots and brackets are removed',
      example: '+4930901820',
    },
  });
