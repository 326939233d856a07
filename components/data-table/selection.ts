import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';
import type { ContactFilter } from '@/lib/contract/bulk-change';

/** What is selected one by one: label by id, in the order it was selected. */
export type Selected = ReadonlyMap<string, string>;

export interface Selectable {
  id: string;
  label: string;
}

/** Everything that matches a filter, as many as there were when that was chosen. */
export interface AllMatching {
  filter: ContactFilter;
  /** What matches, in words: "matching “acme”"; empty where the filter narrows nothing. */
  words: string;
  count: number;
  /** Which ones those were, where the service told. */
  fingerprint?: string;
  /** Labels of some of them; none where they are no longer those. */
  examples: readonly string[];
}

/** What a table shows: some rows, and the filter that they match. */
interface Shown {
  filter: ContactFilter;
  rows: readonly Selectable[];
}

/**
 * A selection that survives paging, searching, sorting and leaving the page, because it is not part of any of them:
 * single ones by their ids, or all that match a filter. Every change makes a new map, so that a snapshot stays what it
 * was.
 */
export class Selection {
  #selected: Selected = new Map();
  #all: AllMatching | null = null;
  #shown: Shown | null = null;
  #anchor: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #endListeners = new Set<(all: AllMatching) => void>();

  /** Those selected one by one; none while all that match are. */
  get snapshot(): Selected {
    return this.#selected;
  }

  get all(): AllMatching | null {
    return this.#all;
  }

  get count(): number {
    return this.#all?.count ?? this.#selected.size;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Tells a listener what was selected when a single choice has ended that all that match are. */
  readonly onAllEnded = (listener: (all: AllMatching) => void): (() => void) => {
    this.#endListeners.add(listener);
    return () => this.#endListeners.delete(listener);
  };

  /** Tells what a table shows from now on: where all that match are selected, its rows may be among them. */
  show(shown: Shown | null): void {
    const before = this.showsAll;
    this.#shown = shown;
    if (this.showsAll !== before) this.#tell();
  }

  /** Whether all that match are selected, and what is shown is of those. */
  get showsAll(): boolean {
    return this.#all !== null && this.#shown !== null && isSameFilter(this.#all.filter, this.#shown.filter);
  }

  has(id: string): boolean {
    return this.#selected.has(id) || this.showsAll;
  }

  /** Selects or drops one; it is then where a range begins. */
  toggle(item: Selectable, on = !this.has(item.id)): void {
    this.#anchor = item.id;
    this.set([item], on);
  }

  /**
   * Selects or drops everything from where the last choice was made to `id`, both included, in the order of `rows`.
   * Where that choice is not among the rows, only `id`.
   */
  extend(rows: readonly Selectable[], id: string, on: boolean): void {
    const end = rows.findIndex((row) => row.id === id);
    const anchored = rows.findIndex((row) => row.id === this.#anchor);
    const start = anchored === -1 ? end : anchored;
    this.set(rows.slice(Math.min(start, end), Math.max(start, end) + 1), on);
    if (anchored === -1) this.#anchor = id;
  }

  /**
   * Selects or drops some. A single choice ends that all that match are selected: of those, the rows that are shown
   * stay selected.
   */
  set(items: readonly Selectable[], on: boolean): void {
    const changed = items.filter(({ id }) => this.has(id) !== on);
    if (changed.length === 0) return;
    const all = this.#all;
    const shown = this.showsAll ? (this.#shown?.rows ?? []) : [];
    const next = new Map([...this.#selected, ...shown.map(({ id, label }) => [id, label] as const)]);
    for (const { id, label } of changed) {
      if (on) next.set(id, label);
      else next.delete(id);
    }
    this.#replace(next);
    if (all) for (const listener of this.#endListeners) listener(all);
  }

  /** Selects all that match, instead of what was selected one by one. */
  setAll(all: AllMatching): void {
    this.#replace(new Map(), all);
  }

  drop(ids: Iterable<string>): void {
    const next = new Map(this.#selected);
    for (const id of ids) next.delete(id);
    if (next.size !== this.#selected.size) this.#replace(next);
  }

  clear(): void {
    this.#anchor = null;
    if (this.count > 0 || this.#all) this.#replace(new Map());
  }

  #replace(next: Selected, all: AllMatching | null = null): void {
    this.#selected = next;
    this.#all = all;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Whether two filters are the same, in whichever order their segments stand. */
function isSameFilter(one: ContactFilter, other: ContactFilter): boolean {
  const keyOf = ({ search = '', segmentId = [] }: ContactFilter) =>
    [search, ...[...segmentId].sort()].join('\n');
  return keyOf(one) === keyOf(other);
}

const none: Selected = new Map();

/** Whether one row is selected; a component that asks this renders again only when that changes. */
export function useIsSelected(selection: Selection, id: string): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.has(id),
    () => false,
  );
}

/** All that is selected one by one. */
export function useSelected(selection: Selection): Selected {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.snapshot,
    () => none,
  );
}

/** All that match, where that is what is selected. */
export function useAllMatching(selection: Selection): AllMatching | null {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.all,
    () => null,
  );
}

/** Whether all that match are selected, and what is shown is of those. */
export function useShowsAll(selection: Selection): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.showsAll,
    () => false,
  );
}

/** How many are selected. Told in a transition: what stands around the rows is not to keep the one waiting that was clicked. */
export function useSelectedCount(selection: Selection): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const tell = () => startTransition(() => setCount(selection.count));
    tell();
    return selection.subscribe(tell);
  }, [selection]);
  return count;
}

/** How many of the rows are selected: `none`, `some` or `all`. */
export function useSelectedShare(
  selection: Selection,
  rows: readonly { id: string }[],
): 'none' | 'some' | 'all' {
  return useSyncExternalStore(
    selection.subscribe,
    () => shareOf(selection, rows),
    () => 'none' as const,
  );
}

function shareOf(selection: Selection, rows: readonly { id: string }[]) {
  const count = rows.filter(({ id }) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
