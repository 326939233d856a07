import { useSyncExternalStore } from 'react';
import type { ContactFilter } from '@/lib/contract/contact-filter';

/** Items selected one by one: label by id, in order of selection. */
export type Selected = ReadonlyMap<string, string>;

export interface Selectable {
  id: string;
  label: string;
}

/** All that match a filter, with the count at the time of selecting. */
export interface AllMatching {
  filter: ContactFilter;
  /** The filter in words: "matching “acme”"; empty without a filter. */
  words: string;
  count: number;
  /** Fingerprint of those contacts, if the service returns one. */
  fingerprint?: string;
  /** Labels of some of those contacts; empty after a recount. */
  examples: readonly string[];
}

/** A selection that survives paging and searching: single items, or all that match a filter. Snapshots are immutable. */
export class Selection {
  #selected: Selected = new Map();
  #all: AllMatching | null = null;
  /** The row last selected or deselected, where a Shift range starts. `on`: it was selected. */
  #anchor: { id: string; on: boolean } | null = null;
  readonly #listeners = new Set<() => void>();

  /** Items selected one by one; empty while all matches are selected. */
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

  has(id: string): boolean {
    return this.#selected.has(id);
  }

  /** Selects or deselects items. `covered`: rows to keep selected when a single choice ends "all that match". */
  set(items: readonly Selectable[], on: boolean, covered: readonly Selectable[] = []): void {
    const next = new Map(this.#selected);
    for (const { id, label } of covered) next.set(id, label);
    for (const { id, label } of items) {
      if (on) next.set(id, label);
      else next.delete(id);
    }
    this.#replace(next);
    const last = items.at(-1);
    if (last) this.#anchor = { id: last.id, on };
  }

  /** Applies the last choice to all rows from there to `id`; selects only `id` if the last choice is not on the page. */
  extend(rows: readonly Selectable[], id: string, covered?: readonly Selectable[]): void {
    const to = rows.findIndex((row) => row.id === id);
    const anchor = rows.findIndex((row) => row.id === this.#anchor?.id);
    const from = anchor === -1 ? to : anchor;
    const kept = anchor === -1 ? null : this.#anchor;
    this.set(rows.slice(Math.min(from, to), Math.max(from, to) + 1), kept?.on ?? true, covered);
    if (kept) this.#anchor = kept;
  }

  /** Selects all that match, replacing single items. */
  setAll(all: AllMatching): void {
    this.#replace(new Map(), all);
  }

  /** Deselects single items; "all that match" stays selected. */
  drop(ids: Iterable<string>): void {
    const next = new Map(this.#selected);
    for (const id of ids) next.delete(id);
    this.#replace(next, this.#all);
  }

  clear(): void {
    this.#replace(new Map());
  }

  #replace(next: Selected, all: AllMatching | null = null): void {
    this.#selected = next;
    this.#all = all;
    this.#anchor = null;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns what `pick` returns, and renders again when that changes. */
export function useSelection<T>(selection: Selection, pick: (selection: Selection) => T): T {
  const get = () => pick(selection);
  return useSyncExternalStore(selection.subscribe, get, get);
}

/** Whether two filters are equal, ignoring the order of lists and unset conditions. */
export function isSameFilter(one: ContactFilter, other: ContactFilter): boolean {
  const keyOf = (filter: ContactFilter) =>
    JSON.stringify(
      Object.entries({ ...filter, segmentMatch: filter.segmentMatch ?? 'any' })
        .filter(([, value]) => value?.length)
        .map(([name, value]) => [name, [value].flat().sort()])
        .sort(),
    );
  return keyOf(one) === keyOf(other);
}
