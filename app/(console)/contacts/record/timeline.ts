import type { Activity } from '@/lib/contract/activity';
import type { Note } from '@/lib/contract/note';

/** An entry with the one that undid it, or a note. */
export type TimelineItem = { id: string; at: string } & (
  | { entry: Activity; undo?: Activity }
  | { note: Note }
);

/** Loaded items of a paged list, latest first. */
export interface Loaded<T> {
  items: readonly T[];
  hasMore: boolean;
}

/**
 * Merges activity and notes, latest first, without the activity about added notes; a change and its undo are one item. Ends
 * where one of them has more to load, so that the order has no gaps.
 */
export function toTimeline(activity: Loaded<Activity>, notes: Loaded<Note>): TimelineItem[] {
  // The note itself is in the list.
  const entries = joinUndone(activity.items.filter(({ action }) => action !== 'contact.noted'));
  const written = notes.items.map((note): TimelineItem => ({ id: note.id, at: note.createdAt, note }));
  const ends = [
    activity.hasMore ? activity.items.at(-1)?.at : undefined,
    notes.hasMore ? notes.items.at(-1)?.createdAt : undefined,
  ];
  const from = ends.reduce<string>((latest, end) => (end && end > latest ? end : latest), '');
  return [...entries, ...written]
    .filter(({ at }) => at >= from)
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
}

/** Joins each undo to the change that it undid, in the undo's place. `entries`: latest first. */
function joinUndone(entries: readonly Activity[]): TimelineItem[] {
  const joined = new Set<Activity>();
  return entries.flatMap((entry, index): TimelineItem[] => {
    if (joined.has(entry)) return [];
    const last = entries.slice(index + 1).find((older) => !joined.has(older) && concernsSame(entry, older));
    if (!last || !undoes(entry, last)) return [{ id: entry.id, at: entry.at, entry }];
    joined.add(last);
    return [{ id: entry.id, at: entry.at, entry: last, undo: entry }];
  });
}

/** Whether both changed a common field, or are about the same deletion. */
function concernsSame(newer: Activity, older: Activity): boolean {
  if (newer.action === 'segment.restored') return older.subjectId === newer.subjectId;
  if (newer.action === 'contact.restored') return /deleted|merged/.test(older.action);
  const fields = Object.keys({ ...newer.before, ...newer.after });
  const others = Object.keys({ ...older.before, ...older.after });
  return (
    newer.action === 'contact.updated' && (fields.length === 0 || others.some((one) => fields.includes(one)))
  );
}

/** Whether `newer` put back what `older` had changed. */
function undoes(newer: Activity, older: Activity): boolean {
  if (older.action === 'segment.deleted') return newer.action === 'segment.restored';
  if (newer.action === 'contact.restored')
    return older.action === 'contact.deleted' || older.after?.merged === newer.subjectId;
  const isMerge = older.action === 'contact.merged';
  if (newer.action !== 'contact.updated' || !(isMerge || older.action === 'contact.updated')) return false;
  const isEmpty = toKey(newer.before) === toKey(newer.after);
  return (
    (isMerge || !isEmpty) &&
    toKey(newer.before) === toKey(older.after) &&
    toKey(newer.after) === toKey(older.before)
  );
}

/** Compares values without the order of fields and segments, and without the merged contact. */
const toKey = (values: Activity['before']): string =>
  JSON.stringify(
    Object.entries(values ?? {})
      .filter(([name]) => name !== 'merged')
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .sort(),
  );
