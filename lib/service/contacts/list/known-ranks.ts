/** A row of a sorted list: how many stand before it, what the list is sorted by first, and its id. */
export interface RankedRow {
  rank: number;
  key: string;
  id: string;
}

const MOST_LISTS = 100;
const MOST_ROWS = 200;

/**
 * Ranks of rows at the edges of pages that were asked for by number, so that the same page and those after it need not be
 * counted off from an end of the list. A rank holds in the snapshot of the database that it was read in
 * (`pg_current_snapshot`) and in no other: with the first write after it, whosever it is, it is forgotten.
 */
export class KnownRanks {
  private readonly lists = new Map<string, { snapshot: string; rows: Map<number, RankedRow> }>();

  /** The snapshot that the ranks of a list are known in. */
  snapshotOf(list: string): string | undefined {
    return this.lists.get(list)?.snapshot;
  }

  /** The last row at or before a rank that is known in the snapshot. */
  nearest(list: string, snapshot: string, rank: number): RankedRow | null {
    const known = this.lists.get(list);
    let nearest: RankedRow | null = null;
    if (known?.snapshot !== snapshot) return nearest;
    for (const row of known.rows.values())
      if (row.rank <= rank && row.rank > (nearest?.rank ?? -1)) nearest = row;
    return nearest;
  }

  remember(list: string, snapshot: string, rows: RankedRow[]): void {
    let known = this.lists.get(list);
    if (known?.snapshot !== snapshot) {
      known = { snapshot, rows: new Map() };
      this.lists.delete(list);
      this.lists.set(list, known);
      dropOldest(this.lists, MOST_LISTS);
    }
    for (const row of rows) known.rows.set(row.rank, row);
    dropOldest(known.rows, MOST_ROWS);
  }
}

/** A map is in the order in which its keys were first set. */
function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
