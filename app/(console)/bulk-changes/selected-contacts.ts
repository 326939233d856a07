import type { AllMatching, Selected, Selection } from '@/components/data-table/selection';
import { nameSome } from '@/components/text/contact-name';
import type { SegmentCounts } from '@/lib/contract/bulk-change';
import type { ContactFilter } from '@/lib/contract/contact-filter';

/** The selection at the time when an action was chosen. */
export interface SelectedContacts {
  selected: Selected;
  all: AllMatching | null;
}

export interface SelectionDialogProps {
  contacts: SelectedContacts;
  selection: Selection;
  onClose(): void;
}

export const MOST_IDS = 10_000;
export const TOO_MANY_IDS = 'Select at most 10,000 contacts one by one, or select all that match.';

export function getSelectedContacts({ snapshot, all }: Selection): SelectedContacts {
  return { selected: snapshot, all };
}

export function countSelected({ selected, all }: SelectedContacts): number {
  return all?.count ?? selected.size;
}

/** "Ana, Ben, Cleo and 34 more"; "All matching “acme”" or "All contacts" if their names are unknown. */
export function formatSelected({ selected, all }: SelectedContacts): string {
  if (!all) return nameSome([...selected.values()]);
  return all.examples.length > 0 ? nameSome(all.examples, all.count) : `All ${all.words || 'contacts'}`;
}

/** Converts the selection to the ids or the filter of a request. */
export function toSelector({
  selected,
  all,
}: SelectedContacts): { ids: string[] } | { filter: ContactFilter } {
  return all ? { filter: all.filter } : { ids: [...selected.keys()] };
}

/** A count of contacts, with their fingerprint if the service returns one. */
export type Counted = Pick<SegmentCounts, 'total' | 'fingerprint'>;

/** Whether the filter still matches the contacts that were selected, by count and, if known, fingerprint. */
export function isUnchanged({ count, fingerprint }: AllMatching, counted: Counted): boolean {
  return count === counted.total && (!fingerprint || fingerprint === counted.fingerprint);
}

/**
 * Removes these contacts from the selection, or clears "all that match" if that is still the same. Keeps contacts selected
 * since.
 */
export function deselect(selection: Selection, { selected, all }: SelectedContacts): void {
  if (!all) selection.drop(selected.keys());
  else if (selection.all === all) selection.clear();
}
