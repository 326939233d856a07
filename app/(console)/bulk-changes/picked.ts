import type { AllMatching, Selected, Selection } from '@/components/data-table/selection';
import type { ContactFilter } from '@/lib/contract/bulk-change';

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

/** Those that are named, or those that match: for a change only if they are as many as was said. */
export function whichOf({ selected, all }: Picked): { ids: string[] } | { filter: ContactFilter } {
  return all ? { filter: all.filter } : { ids: [...selected.keys()] };
}

/** Takes what is dealt with out of the selection; what was selected since stays. */
export function unpick(selection: Selection, { selected, all }: Picked): void {
  if (!all) selection.drop(selected.keys());
  else if (selection.all === all) selection.clear();
}
