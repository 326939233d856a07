import {
  getCountries,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { E164, isPlaceholder, type PhoneCountry } from './contract/phone';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** How numbers are dialled within the country of these two letters (ISO 3166), `null` when there is no such country. */
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

/** What the library has of a country, of which its types tell little. */
interface NumberingPlan {
  callingCode(): string;
  nationalPrefix(): string | 0 | undefined;
  IDDPrefix(): string;
  possibleLengths(): number[];
}

/** A compact number in E.164, without a trunk prefix as in `+49 (0)30`; `null` if no country has such. */
export function possiblePhone(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, { extract: false });
  if (!parsed?.isPossible() || !E164.test(parsed.number)) return null;
  // What is stored must stay as it is when it is sent again: of a row of zeros only one is taken away at a time.
  return parsed.number === phone ? phone : possiblePhone(parsed.number);
}

export const PLACEHOLDER = 'This is a placeholder: one digit repeated, or counting digits.';

/** Whether a number is possible, but unknown to the numbering plan of its country, and so may be mistyped. */
export function isUnusualPhone(phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone);
  if (!parsed?.isPossible() || isPlaceholder(parsed.nationalNumber)) return false;
  return !parsed.isValid();
}

/** All countries that have phone numbers, by name. */
export function phoneCountries(): { code: string; name: string }[] {
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
