import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { plainPhone } from '@/lib/contract/phone';

/**
 * A number as it is written in a country, `030 901820`, in E.164, also without its leading zero or plus, as spreadsheets keep
 * it. A number that begins with `+`, and text that is no number, stay as they are.
 */
export const phoneWithCountry = (text: string, country: CountryCode | null): string =>
  phoneReadings(text, country)[0];

/** The likeliest reading of a number, then the other one where its plus may be lost. */
export function phoneReadings(text: string, country: CountryCode | null): [string, ...string[]] {
  const number = plainPhone(text);
  if (!country || number.startsWith('+')) return [number];
  const parsed = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
  if (!parsed || parsed.ext || !parsed.isPossible()) return [number];
  // Where the plus may be lost. A calling code has no leading zero.
  const international = /^[1-9]/.test(number)
    ? parsePhoneNumberFromString(`+${number}`, { extract: false })
    : undefined;
  if (!international?.isValid() || international.number === parsed.number) return [parsed.number];
  // A lost plus is likelier than an area code like the country's own calling code, written without its zero.
  return number.startsWith(parsed.countryCallingCode)
    ? [international.number, parsed.number]
    : [parsed.number, international.number];
}
