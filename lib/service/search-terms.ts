const MOST_TERMS = 8;
const PHONE = /^[+(]?\d[\d\s().\-/]*$/;

/**
 * The `LIKE` patterns that a contact's `search_text` must all match. Words are found anywhere in it; a word of one or two
 * characters only where a word begins, because the trigram index knows nothing shorter. What looks like a phone number is
 * one term, however it is spaced.
 */
export function searchPatterns(search: string): string[] {
  const words = PHONE.test(search) ? [search.replace(/[\s().\-/]/g, '')] : search.split(/\s+/);
  return words
    .filter(Boolean)
    .slice(0, MOST_TERMS)
    .map((word) => `%${[...word].length < 3 ? ' ' : ''}${word.replace(/[\\%_]/g, '\\$&')}%`);
}
