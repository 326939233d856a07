/** Titles that are the same segment: case, surrounding space and the way accents are encoded make no difference. */
export function isTwin(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(title: string): string {
  return title.trim().normalize('NFC').toLowerCase();
}
