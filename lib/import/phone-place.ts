import { countryNamed } from './country-names';
import type { PhonePlace } from './read-phone';

/** Parses the place where a number is dialed: `+49`, `0049`, `49`, `DE` or `Germany`; `null` for other text. */
export function phonePlace(text: string): PhonePlace | null {
  const callingCode = /^(?:\+|00)?\s*\(?([1-9]\d{0,3})\)?$/.exec(text.trim())?.[1];
  if (callingCode) return { callingCode };
  const country = countryNamed(text);
  return country && { country };
}
