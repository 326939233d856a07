/** Whether titles are equal, ignoring case, surrounding space and Unicode normalization. */
export function isDuplicateTitle(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Compares like the database, character by character: ß has no capital, σ and ς share one. */
function plain(title: string): string {
  return [...title.trim().normalize('NFD')]
    .map((character) => {
      const capital = character.toUpperCase();
      return (capital.length === character.length ? capital : character).toLowerCase();
    })
    .join('');
}
