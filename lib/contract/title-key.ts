/**
 * What titles of one segment have in common: ignores case, surrounding space and Unicode normalization. Compares like the
 * database's `caseless`, character by character: ß has no capital, σ and ς share one.
 */
export function titleKey(title: string): string {
  return [...title.trim().normalize('NFD')]
    .map((character) => {
      const capital = character.toUpperCase();
      return (capital.length === character.length ? capital : character).toLowerCase();
    })
    .join('');
}

/** Whether both are titles of one segment. */
export const isDuplicateTitle = (one: string, other: string): boolean => titleKey(one) === titleKey(other);
