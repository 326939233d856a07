const PHONE = /^\(?\+?\d[\d\s().\-/]*$/;
/** Of a number with its country code, the zero that is dialled without one. */
const TRUNK_ZERO = /^(\(?\+.*)\(0\)/;
/** Accents, and marks that have no shape of their own: what `fold` leaves out. */
const LEFT_OUT = /[\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * What a contact's `search_text` must contain, all of it. Words of one or two characters only where a word begins: the trigram
 * index knows nothing shorter. What looks like a phone number is one term; with a plus, one that a number begins with.
 */
export function searchTerms(search: string): string[] {
  // As `fold` does it, and before anything is escaped or counted: a full-width % is a % once it is folded.
  const text = search.normalize('NFKD').replace(LEFT_OUT, '').trim();
  const words = PHONE.test(text)
    ? [text.replace(TRUNK_ZERO, '$1').replace(/[\s().\-/]/g, '')]
    : text.split(/\s+/);
  return [...new Set(words.filter(Boolean))].map((word) => {
    if (/^\+\d+$/.test(word)) return ` ${word.slice(1)}`;
    return [...word].length < 3 ? ` ${word}` : word;
  });
}

const PUNCTUATION = /^[\s!-/:-@[-`{-~]+$/;

/** Whether a search is for anything. Punctuation alone, as the plus of a number to come, is in no index and finds nothing. */
export const isSearchable = (terms: string[]): boolean =>
  terms.length === 0 || terms.some((term) => !PUNCTUATION.test(term));

/** The `LIKE` pattern for texts that contain the term. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
