import type { Activity } from '@/lib/contract/activity';
import type { Note } from '@/lib/contract/note';

export type TimelineItem = { id: string; at: string } & ({ entry: Activity } | { note: Note });

/** Pages of a list that have been loaded, latest first. */
export interface Loaded<T> {
  items: readonly T[];
  hasMore: boolean;
}

/** Activity and notes in one list, latest first: down to where the first of both has more to load. */
export function toTimeline(activity: Loaded<Activity>, notes: Loaded<Note>): TimelineItem[] {
  const entries = activity.items
    // A note stands for itself.
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
