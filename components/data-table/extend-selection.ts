import { toast } from '@/components/ui/toast';
import type { Selectable, Selection } from './selection';

/**
 * Extends a selection to a row, as Shift does. The order of the rows on other pages is known to the service only: where the
 * range would begin there, that is said instead.
 */
export function extendSelection(
  selection: Selection,
  rows: readonly Selectable[],
  id: string,
  on?: boolean,
): void {
  if (selection.extend(rows, id, on)) return;
  toast('A range does not go over pages', {
    id: 'range-ended',
    description: 'It begins at this row. What is selected on other pages stays.',
  });
}
