import { internationalPhone } from '@/lib/contract/phone';
import { toPhoneCountry } from '@/lib/phone-country';
import { normalizeText } from './normalize-text';

const PHONE = /^\(?\+?\d[\d\s().\-/]*$/;
/** The zero in a number like +49 (0)30, dialed only without the country code. */
const TRUNK_ZERO = /^(\(?\+.*)\(0\)/;
/** Exit code of North America. Numbers with the area code 011, as in Turin, are shorter. */
const FROM_AMERICA = /^011(?=[1-9]\d{9,14}$)/;
/** The words of a search. A number with a plus or a trunk prefix is one word, spaces included. */
const WORDS = /(?<!\S)\(?[+0](?:[\s().\-/]*\d){6,}(?!\S)|\S+/g;
/** Quotes, wildcards, brackets and sentence punctuation; other punctuation may be part of the word. */
const BEFORE_WORD = /^["*\p{Pi}\p{Ps}\p{Pf}\p{Pe}<>,;:!?¿¡、。]+/u;
const AFTER_WORD = /["*\p{Pi}\p{Ps}\p{Pf}\p{Pe}<>.,;:!?、。]+$/u;
const PUNCTUATION = /^[\p{P}!-/:-@[-`{-~]*$/u;

/**
 * Terms that a contact's `search_text` must contain. Words of one or two characters match only the beginning of a word: the
 * trigram index has nothing shorter. A phone number is one term; with a plus, it matches the beginning of a number.
 *
 * @param countryCode Country of numbers without a country code.
 */
export function searchTerms(search: string, countryCode?: string | null): string[] {
  const text = bare(normalizeText(search).trim());
  // Normalize after splitting: a hyphen becomes a space and stays inside its term.
  const found = PHONE.test(text) ? [text] : (search.match(WORDS) ?? []).map(normalizeText).filter(Boolean);
  const words = found.map((word) => bare(word).trim()).filter((word) => !PUNCTUATION.test(word));
  // Keep punctuation if there is nothing else: it matches nothing (`isSearchable`).
  return [...new Set(words.length > 0 ? words : found)].map((word) => {
    const term = PHONE.test(word) ? toPhoneTerm(word, countryCode) : word;
    return term.startsWith(' ') ? term : toTerm(term);
  });
}

/** The term that finds a text: normalized; one or two characters match only the beginning of a word. */
export function toTerm(text: string): string {
  const term = normalizeText(text);
  return [...term].length > 2 ? term : ` ${term}`;
}

/** A word without surrounding punctuation and without `mailto:` or `tel:`. */
export function bare(word: string): string {
  const [, scheme, rest = ''] = /^(mailto|tel):(.*)$/i.exec(word.replace(BEFORE_WORD, '')) ?? [];
  const plain = scheme ? rest.replace(/\?.*$/, '') : word.replace(BEFORE_WORD, '');
  return plain.replace(AFTER_WORD, '');
}

/**
 * Digits, with a plus before a country code, also for the exit code 011; without a zero in parentheses after the country
 * code.
 */
const compactNumber = (text: string): string =>
  text
    .replace(TRUNK_ZERO, '$1')
    .replace(/[^\d+]/g, '')
    .replace(FROM_AMERICA, '+');

/**
 * The term for a phone number: its digits without exit code and trunk prefix, as stored numbers have them; after a plus, it
 * begins with a space, which matches the beginning of a number.
 */
function toPhoneTerm(text: string, countryCode?: string | null): string {
  const compact = compactNumber(text);
  if (compact.startsWith('+')) return ` ${compact.slice(1)}`;
  const country = countryCode ? toPhoneCountry(countryCode) : null;
  const dialled = new RegExp(`^(?:${country?.exitPrefix || '00'}|${country?.trunkPrefix || '0'}|0+)`);
  const stripped = compact.replace(dialled, '');
  return stripped.length < 3 ? compact : stripped;
}

/** The searched phone number with its country code; `null` if the search is no complete number. */
export function searchedPhone(search: string, countryCode?: string | null): string | null {
  const text = bare(normalizeText(search).trim());
  if (!PHONE.test(text)) return null;
  const compact = compactNumber(text);
  const number = internationalPhone(compact, countryCode ? toPhoneCountry(countryCode) : null);
  return /^\+\d{7,15}$/.test(number) ? number : null;
}

/** Whether a search has more than punctuation. */
export const isSearchable = (terms: string[]): boolean =>
  terms.some((term) => !PUNCTUATION.test(term.trim()));

/** Whether the trigram index can find a term: it has three letters in a row, or the beginning of a word. */
export const isIndexed = (term: string): boolean => /[\p{L}\p{N}]{3}|\s[\p{L}\p{N}]/u.test(term);

/** The `LIKE` pattern for text that contains the term. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
