const MOST_TERMS = 8;
const PHONE = /^[+(]?\d[\d\s().\-/]*$/;

/**
 * What a contact's `search_text` must contain, all of it. Words are found anywhere; a word of one or two characters only
 * where a word begins, because the trigram index knows nothing shorter. What looks like a phone number is one term, however
 * it is spaced.
 */
export function searchTerms(search: string): string[] {
  const words = PHONE.test(search) ? [search.replace(/[\s().\-/]/g, '')] : search.split(/\s+/);
  return words
    .filter(Boolean)
    .slice(0, MOST_TERMS)
    .map((word) => ([...word].length < 3 ? ` ${word}` : word));
}

/** The `LIKE` pattern for texts that contain the term. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
