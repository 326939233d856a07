import type { AllMatching, Selected, Selection } from '@/components/data-table/selection';
import type { ContactFilter, SegmentCounts } from '@/lib/contract/bulk-change';
import { nameSome } from '../contacts/changes/name-some';

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

/** Takes what is being changed out of the selection; what was selected since stays. */
export function dropPicked(selection: Selection, { selected, all }: Picked): void {
  if (!all) selection.drop(selected.keys());
  else if (selection.all === all) selection.clear();
}
