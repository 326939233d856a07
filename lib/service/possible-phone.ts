import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * The E.164 form of a number that begins with `+`, or `null` when its country code is unknown or its length is not
 * possible there. A trunk prefix that was written along, `+49 (0)30`, is no part of it.
 */
export function possiblePhone(phone: string): string | null {
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.isPossible() ? parsed.number : null;
}
