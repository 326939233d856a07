import { useSyncExternalStore } from 'react';

/** What is selected: label by id, in the order it was selected. */
export type Selected = ReadonlyMap<string, string>;

export interface Selectable {
  id: string;
  label: string;
}

/**
 * A selection that survives paging, searching, sorting and leaving the page, because it is not part of any of them.
 * Every change makes a new map, so that a snapshot stays what it was.
 */
export class Selection {
  #selected: Selected = new Map();
  #anchor: string | null = null;
  readonly #listeners = new Set<() => void>();

  get snapshot(): Selected {
    return this.#selected;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  has(id: string): boolean {
    return this.#selected.has(id);
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

  set(items: readonly Selectable[], on: boolean): void {
    const changed = items.filter(({ id }) => this.has(id) !== on);
    if (changed.length === 0) return;
    const next = new Map(this.#selected);
    for (const { id, label } of changed) {
      if (on) next.set(id, label);
      else next.delete(id);
    }
    this.#replace(next);
  }

  drop(ids: Iterable<string>): void {
    const next = new Map(this.#selected);
    for (const id of ids) next.delete(id);
    if (next.size !== this.#selected.size) this.#replace(next);
  }

  clear(): void {
    this.#anchor = null;
    if (this.#selected.size > 0) this.#replace(new Map());
  }

  #replace(next: Selected): void {
    this.#selected = next;
    for (const listener of this.#listeners) listener();
  }
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

/** All that is selected. */
export function useSelected(selection: Selection): Selected {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.snapshot,
    () => none,
  );
}

/** How many of the rows are selected: `none`, `some` or `all`. */
export function useSelectedShare(
  selection: Selection,
  rows: readonly { id: string }[],
): 'none' | 'some' | 'all' {
  return useSyncExternalStore(
    selection.subscribe,
    () => shareOf(selection.snapshot, rows),
    () => 'none' as const,
  );
}

function shareOf(selected: Selected, rows: readonly { id: string }[]) {
  const count = rows.filter(({ id }) => selected.has(id)).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}
