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

/** From an anchor to an end that Shift moves. */
interface Range {
  anchor: string;
  end: string;
  /** What is done to its rows: what was done to the anchor. */
  on: boolean;
  /** The rows it is drawn over, in their order; none before Shift was used. */
  rows: readonly Selectable[];
  /** What it has changed, and takes back where its end comes nearer again. */
  changed: readonly Selectable[];
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
  #range: Range | null = null;
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
    this.set([item], on);
    this.#range = { anchor: item.id, end: item.id, on, rows: [], changed: [] };
  }

  /** Whether `id` is where a range of selected rows ends, so that Shift goes on from there. */
  endsRange(id: string): boolean {
    return this.#range?.end === id && this.#range.on;
  }

  /**
   * Moves the end of the range to `id`: all rows from its anchor to there are selected, or dropped, as `wanted` says or as
   * the anchor was. What the range changed before and does not reach any more is as it was before it; nothing else
   * changes. In another order of rows a new range begins at the same anchor.
   *
   * @returns `false` where the anchor is not among the rows, for example on another page: a range begins at `id`.
   */
  extend(rows: readonly Selectable[], id: string, wanted?: boolean): boolean {
    const range = this.#range && rows.some((row) => row.id === this.#range?.anchor) ? this.#range : null;
    const elsewhere = this.#range !== null && range === null;
    const anchor = range?.anchor ?? id;
    const on = wanted ?? range?.on ?? !this.has(id);
    const from = rows.findIndex((row) => row.id === anchor);
    const to = rows.findIndex((row) => row.id === id);
    const reached = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    const before = range && range.on === on && isSameOrder(range.rows, rows) ? range.changed : [];
    const kept = before.filter(({ id: changed }) => reached.some((row) => row.id === changed));
    const left = before.filter((item) => !kept.includes(item));
    const added = reached.filter((row) => this.has(row.id) !== on);
    this.#change([...left.map((item) => [item, !on] as const), ...added.map((item) => [item, on] as const)]);
    this.#range = { anchor, end: id, on, rows, changed: [...kept, ...added] };
    return !elsewhere;
  }

  /** Selects or drops some. */
  set(items: readonly Selectable[], on: boolean): void {
    this.#range = null;
    this.#change(items.map((item) => [item, on]));
  }

  /**
   * Selects some and drops others. A single choice ends that all that match are selected: of those, the rows that are
   * shown stay selected.
   */
  #change(items: readonly (readonly [item: Selectable, on: boolean])[]): void {
    const changed = items.filter(([{ id }, on]) => this.has(id) !== on);
    if (changed.length === 0) return;
    const all = this.#all;
    const shown = this.showsAll ? (this.#shown?.rows ?? []) : [];
    const next = new Map([...this.#selected, ...shown.map(({ id, label }) => [id, label] as const)]);
    for (const [{ id, label }, on] of changed) {
      if (on) next.set(id, label);
      else next.delete(id);
    }
    this.#replace(next);
    if (all) for (const listener of this.#endListeners) listener(all);
  }

  /** Selects all that match, instead of what was selected one by one. */
  setAll(all: AllMatching): void {
    this.#range = null;
    this.#replace(new Map(), all);
  }

  drop(ids: Iterable<string>): void {
    this.#range = null;
    const next = new Map(this.#selected);
    for (const id of ids) next.delete(id);
    if (next.size !== this.#selected.size) this.#replace(next);
  }

  clear(): void {
    this.#range = null;
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

function isSameOrder(one: readonly Selectable[], other: readonly Selectable[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

/** Whether two filters are the same, in whichever order their segments stand. */
function isSameFilter(one: ContactFilter, other: ContactFilter): boolean {
  const keyOf = ({ search = '', segmentId = [], segmentMatch = 'any' }: ContactFilter) =>
    [search, segmentMatch, ...[...segmentId].sort()].join('\n');
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
