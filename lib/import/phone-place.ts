import { type CountryCode, getCountries, isSupportedCountry } from 'libphonenumber-js/max';
import type { PhonePlace } from './read-phone';

/** Languages in which files name countries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da'];
const fold = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

let names: Map<string, CountryCode> | undefined;

/** The country that is named so: two letters (ISO 3166), or its name in a usual language. */
export function countryNamed(text: string): CountryCode | null {
  const code = text.trim().toUpperCase();
  if (isSupportedCountry(code)) return code;
  names ??= new Map(
    LANGUAGES.flatMap((language) => {
      const inLanguage = new Intl.DisplayNames(language, { type: 'region' });
      return getCountries().map((country) => [fold(inLanguage.of(country) ?? country), country] as const);
    }),
  );
  return text.length <= 60
    ? ((names.get(fold(text)) ?? { uk: 'GB', usa: 'US' }[fold(text)] ?? null) as CountryCode | null)
    : null;
}

/** Where numbers are dialed of which a column says `+49`, `0049`, `49`, `DE` or `Germany`; `null` for other text. */
export function phonePlace(text: string): PhonePlace | null {
  const callingCode = /^(?:\+|00)?\s*\(?([1-9]\d{0,3})\)?$/.exec(text.trim())?.[1];
  if (callingCode) return { callingCode };
  const country = countryNamed(text);
  return country && { country };
}
