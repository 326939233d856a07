import type { QueryClient } from '@tanstack/react-query';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { createAnewWithToast } from './create-anew-with-toast';
import { createContactsAnew } from './delete-actions';
import type { BulkDeletion } from './delete-in-chunks';

interface Telling {
  /** What the contacts were called, by their ids. */
  labels: ReadonlyMap<string, string>;
  /** Whether it is known what was deleted, so that it can be created anew. */
  undoable: boolean;
  queryClient: QueryClient;
}

/** Says in a toast what a service without a trash has deleted, with Undo, which creates it anew. */
export function tellDeletedForGood(deletion: BulkDeletion, telling: Telling): void {
  const { removed, done, restorable, unsure, perhaps, since } = deletion;
  const gone = done.length - removed;
  const title =
    removed > 0
      ? `${countOf(removed, 'contact')} deleted`
      : perhaps > 0
        ? 'Nothing more was deleted'
        : 'Nothing was deleted';
  const undoing =
    telling.undoable && since && restorable.length > 0
      ? {
          label: 'Undo',
          onClick: () =>
            void createAnewWithToast(restorable, {
              ...telling,
              send: (ids) => createContactsAnew({ ids, since }),
            }),
        }
      : undefined;
  const description =
    [
      gone > 0 && `${countOf(gone, 'contact was', 'contacts were')} already gone.`,
      perhaps > 0 && byEarlierTry(perhaps, gone),
      undoing && unsure > 0 && withUnsure(unsure, gone - perhaps),
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  // It is the only way back, so it stays until it is closed.
  toast(title, { description, action: undoing, duration: undoing && Number.POSITIVE_INFINITY });
}

/** Of a try whose answer was lost nobody knows whether it was that one, or somebody else before. */
function byEarlierTry(perhaps: number, gone: number): string {
  const them = perhaps < gone ? `${formatCount(perhaps)} of them` : perhaps === 1 ? 'it' : 'them';
  return `The try before may have deleted ${them}.`;
}

/** What Undo does to contacts that somebody else had deleted, where the service does not say which those are. */
function withUnsure(unsure: number, gone: number): string {
  const them = unsure < gone ? `${formatCount(unsure)} of them` : unsure === 1 ? 'it' : 'them';
  return `Undo would create ${them} anew, too: the service does not say which they are.`;
}
