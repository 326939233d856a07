/** Titles that are the same segment: case, surrounding space and the way accents are encoded make no difference. */
export function isDuplicateTitle(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** As the database compares titles, each character by itself: ß has no capital there, and σ and ς have the same. */
function plain(title: string): string {
  return [...title.trim().normalize('NFD')]
    .map((character) => {
      const capital = character.toUpperCase();
      return (capital.length === character.length ? capital : character).toLowerCase();
    })
    .join('');
}
