/** Prefix of segments that do not exist yet. */
const NEW = 'new:';

/** Placeholder id of a segment until the save creates it. */
export const newSegmentId = (title: string) => `${NEW}${title}`;

export function newSegmentTitles(ids: readonly string[]): string[] {
  return ids.filter((id) => id.startsWith(NEW)).map((id) => id.slice(NEW.length));
}

export function existingSegments(ids: readonly string[]): string[] {
  return ids.filter((id) => !id.startsWith(NEW));
}

/** The segments, followed by those to create, whose placeholder ids are among `ids`. */
export function withNewSegments<S extends { id: string; title: string; color: string | null }>(
  segments: readonly S[],
  ids: readonly string[],
): (S | { id: string; title: string; color: null })[] {
  return [
    ...segments,
    ...newSegmentTitles(ids).map((title) => ({ id: newSegmentId(title), title, color: null })),
  ];
}
