const PHONE = /^[+(]?\d[\d\s().\-/]*$/;

/**
 * What a contact's `search_text` must contain, all of it. Words are found anywhere; a word of one or two characters only
 * where a word begins, because the trigram index knows nothing shorter. What looks like a phone number is one term, however
 * it is spaced.
 */
export function searchTerms(search: string): string[] {
  // As `fold` does it, and before anything is escaped or counted: a full-width % is a % once it is folded.
  const text = search
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .trim();
  const words = PHONE.test(text) ? [text.replace(/[\s().\-/]/g, '')] : text.split(/\s+/);
  return [...new Set(words.filter(Boolean))].map((word) => ([...word].length < 3 ? ` ${word}` : word));
}

/** The `LIKE` pattern for texts that contain the term. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
