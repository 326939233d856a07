import type { AllMatching, Selected, Selection } from '@/components/data-table/selection';
import type { BulkChange, ContactFilter, SegmentCounts } from '@/lib/contract/bulk-change';
import { nameSome } from '../contacts/name-some';

/** What an action is for: the selection as it was when the action was chosen. */
export interface Picked {
  selected: Selected;
  all: AllMatching | null;
}

/** As many ids as one request of the API takes. */
export const MOST_IDS = 10_000;

export function pickedOf({ snapshot, all }: Selection): Picked {
  return { selected: snapshot, all };
}

export function countOfPicked({ selected, all }: Picked): number {
  return all?.count ?? selected.size;
}

/** "Ana, Ben, Cleo and 34 more", or "All matching “acme”" where it is not known any more who they are. */
export function namesOfPicked({ selected, all }: Picked): string {
  if (!all) return nameSome([...selected.values()]);
  return all.examples.length > 0 ? nameSome(all.examples, all.count) : `All ${all.words || 'contacts'}`;
}

/** Those that are named, or those that match: for a change only if they are as many as was said, and the same. */
export function whichOf({ selected, all }: Picked): { ids: string[] } | { filter: ContactFilter } {
  return all ? { filter: all.filter } : { ids: [...selected.keys()] };
}

/** How many there are, and which, where the service tells. */
export type Counted = Pick<SegmentCounts, 'total' | 'fingerprint'>;

/** Whether as many match as when all that match were selected, and the same ones. */
export function isStill({ count, fingerprint }: AllMatching, counted: Counted): boolean {
  return count === counted.total && (!fingerprint || fingerprint === counted.fingerprint);
}

/**
 * Takes what is dealt with out of the selection once a change has ended or stopped; what was selected since stays. Where a
 * part was deleted of all that match, the others still do: they stay selected, by their number.
 *
 * @returns what is left of what was picked.
 */
export function unpick(selection: Selection, picked: Picked, done: BulkChange): Picked {
  const { selected, all } = picked;
  if (!all) {
    if (done.state === 'finished') selection.drop(selected.keys());
    return picked;
  }
  if (selection.all !== all) return picked;
  if (done.state === 'finished') {
    selection.clear();
    return picked;
  }
  if (done.change.type !== 'delete' || done.changed === 0) return picked;
  const rest = { ...all, count: done.total - done.changed, fingerprint: undefined, examples: [] };
  selection.setAll(rest);
  return { ...picked, all: rest };
}
