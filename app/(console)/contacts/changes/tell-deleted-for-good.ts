import type { QueryClient } from '@tanstack/react-query';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { failureText } from '../action-failure';
import { callWithToast } from '../call-with-toast';
import { contactKeys } from '../contact-queries';
import type { CreatedAnew } from '../form/create-anew';
import { CANCELLED } from './call-for-each';
import { AT_ONCE } from './calls-at-once';
import { createContactsAnew } from './delete-actions';
import type { BulkDeletion } from './delete-in-chunks';
import { nameSome } from './name-some';

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
      ? { label: 'Undo', onClick: () => void undo(restorable, since, telling) }
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

/** Creates the contacts anew, a few at a time, shows how far that is, can be cancelled, and says what did not work. */
async function undo(ids: readonly string[], since: string, telling: Telling): Promise<void> {
  const { labels, queryClient } = telling;
  const { toastId, results, failure } = await callWithToast<CreatedAnew>(ids, {
    doing: 'Creating anew',
    size: AT_ONCE,
    send: (some) => createContactsAnew({ ids: some, since }),
  });
  void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
  void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });

  const failed = results.filter((result) => !result.ok);
  const created = results.length - failed.length;
  const existed = results.filter((result) => result.ok && result.existed).length;
  const left = [...failed.map(({ id }) => id), ...ids.slice(results.length)];
  if (left.length === 0) {
    toast.success(`${countOf(created, 'contact')} created anew`, {
      id: toastId,
      description: [
        created === 1 ? 'It has a new id.' : 'They have new ids.',
        existed > 0 && `${countOf(existed, 'contact')} had been added again meanwhile, and updated.`,
      ]
        .filter(Boolean)
        .join(' '),
    });
    return;
  }
  const names = nameSome(left.map((id) => labels.get(id) ?? id));
  const [first] = failed;
  const reason = failure ?? (first ? failureText(first) : '');
  toast.error(`${countOf(created, 'contact')} created anew, ${formatCount(left.length)} not`, {
    id: toastId,
    description: `${names}: ${reason}`,
    // Still the only way back.
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: failure === CANCELLED ? 'Go on' : 'Try again',
      onClick: () => void undo(left, since, telling),
    },
  });
}
