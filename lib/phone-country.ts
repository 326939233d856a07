import {
  getCountries,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { E164, isPlaceholder, type PhoneCountry } from './contract/phone';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The dialing rules of a country, by its two letters (ISO 3166); `null` if there is no such country. */
export function toPhoneCountry(code: string): PhoneCountry | null {
  if (!isSupportedCountry(code)) return null;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(code);
  const plan = metadata.numberingPlan as unknown as NumberingPlan;
  return {
    code,
    name: names.of(code) ?? code,
    callingCode: plan.callingCode(),
    trunkPrefix: plan.nationalPrefix() || '',
    exitPrefix: plan.IDDPrefix(),
    lengths: plan.possibleLengths(),
  };
}

/** A numbering plan of the library, whose own types omit most of it. */
interface NumberingPlan {
  callingCode(): string;
  nationalPrefix(): string | 0 | undefined;
  IDDPrefix(): string;
  possibleLengths(): number[];
}

/** Converts a compact number to E.164, without a trunk prefix as in `+49 (0)30`; `null` if it is impossible in any country. */
export function possiblePhone(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { extract: false });
  if (!parsed?.isPossible() || !E164.test(parsed.number)) return null;
  // Repeat until nothing changes, as parsing removes one zero at a time: a stored number must stay the same when sent again.
  return parsed.number === phone ? phone : possiblePhone(parsed.number);
}

export const PLACEHOLDER = 'This is a placeholder: one digit repeated, or counting digits.';

/** Whether a number is possible but unknown to its country's numbering plan, and so may be mistyped. */
export function isUnusualPhone(phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone);
  if (!parsed?.isPossible() || isPlaceholder(parsed.nationalNumber)) return false;
  return !parsed.isValid();
}

/** Names of all countries that have phone numbers by their two letters, sorted by name. */
export function phoneCountries(): Record<string, string> {
  return Object.fromEntries(
    getCountries()
      .map((code): [string, string] => [code, names.of(code) ?? code])
      .sort(([, one], [, other]) => one.localeCompare(other, 'en')),
  );
}
