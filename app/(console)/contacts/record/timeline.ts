import type { Activity } from '@/lib/contract/activity';
import type { Note } from '@/lib/contract/note';

export type TimelineItem = { id: string; at: string } & ({ entry: Activity } | { note: Note });

/** Loaded items of a paged list, latest first. */
export interface Loaded<T> {
  items: readonly T[];
  hasMore: boolean;
}

/**
 * Merges activity and notes, latest first, without the activity about added notes. Ends where one of them has more to load,
 * so that the order has no gaps.
 */
export function toTimeline(activity: Loaded<Activity>, notes: Loaded<Note>): TimelineItem[] {
  const entries = activity.items
    // The note itself is in the list.
    .filter(({ action }) => action !== 'contact.noted')
    .map((entry): TimelineItem => ({ id: entry.id, at: entry.at, entry }));
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
