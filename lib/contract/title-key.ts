import { normalize, plainName } from './text';

/**
 * Key that duplicate titles share: ignores case, odd spaces, widths and invisible characters. Ignores case like the
 * database's `caseless`, character by character: ß has no capital, σ and ς share one.
 */
export function titleKey(title: string): string {
  return [...normalize(plainName(title), 'NFD')]
    .map((character) => {
      const capital = character.toUpperCase();
      return (capital.length === character.length ? capital : character).toLowerCase();
    })
    .join('');
}

export const isDuplicateTitle = (one: string, other: string): boolean => titleKey(one) === titleKey(other);

const isPlain = ({ title }: { title: string }) => title === plainName(title);

/** Maps the keys of titles to segments; among stored duplicates, to the one with the plain spelling. */
export const byTitleKey = <Segment extends { title: string }>(
  segments: readonly Segment[],
): Map<string, Segment> =>
  new Map(
    [...segments]
      .sort((one, other) => Number(isPlain(one)) - Number(isPlain(other)))
      .map((segment) => [titleKey(segment.title), segment]),
  );
