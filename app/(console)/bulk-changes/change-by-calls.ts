import type { QueryClient } from '@tanstack/react-query';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { failureText } from '../contacts/action-failure';
import { callWithToast } from '../contacts/call-with-toast';
import { CANCELLED } from '../contacts/changes/call-for-each';
import { AT_ONCE } from '../contacts/changes/calls-at-once';
import type { SegmentChange, SegmentsChanged } from '../contacts/changes/change-segments';
import { nameSome } from '../contacts/changes/name-some';
import { contactKeys } from '../contacts/contact-queries';
import { segmentKeys } from '../segments/segment-queries';
import { changeSegmentsOf } from './bulk-change-actions';

interface Telling {
  /** What the contacts are called, by their ids. */
  labels: ReadonlyMap<string, string>;
  queryClient: QueryClient;
  /** "Added VIP." */
  words: string;
  /** These are dealt with. */
  onDone?(ids: string[]): void;
  /** Whether this puts back what another change did. */
  undoes?: boolean;
  /** What was changed before some others failed, which are tried again now: Undo is for all of them. */
  earlier?: readonly SegmentChange[];
}

/** Changes the segments of contacts one by one, at a service without bulk changes; says what did not work, offers Undo. */
export async function changeByCalls(changes: readonly SegmentChange[], telling: Telling): Promise<void> {
  const { labels, queryClient, words, onDone, undoes = false, earlier = [] } = telling;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const { toastId, results, failure } = await callWithToast<SegmentsChanged>([...byId.keys()], {
    doing: undoes ? 'Putting segments back' : 'Changing segments',
    size: AT_ONCE,
    send: (ids) => changeSegmentsOf(ids.flatMap((id) => byId.get(id) ?? [])),
  });
  void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
  void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });

  const changed = results.filter((one) => one.ok).filter(({ add, remove }) => add.length + remove.length > 0);
  onDone?.(results.filter((one) => one.ok).map(({ id }) => id));
  const failed = results.filter((one) => !one.ok);
  const left = [...failed, ...changes.slice(results.length)].flatMap(({ id }) => byId.get(id) ?? []);
  const title =
    changed.length === 0
      ? 'No segment was changed'
      : `Segments of ${countOf(changed.length, 'contact')} ${undoes ? 'put back' : 'changed'}`;
  const all = [...earlier, ...changed];
  const undo = () =>
    void changeByCalls(
      all.map(({ id, add, remove }) => ({ id, add: remove, remove: add })),
      { ...telling, onDone: undefined, undoes: true, earlier: undefined },
    );
  const undoing = all.length > 0 && !undoes ? { label: 'Undo', onClick: undo } : undefined;
  if (left.length === 0) {
    const description = changed.length > 0 && !undoes ? words : undefined;
    toast.success(title, { id: toastId, description, action: undoing });
    return;
  }
  const [first] = failed;
  const reason = failure ?? (first ? failureText(first) : '');
  toast.error(`${title}, of ${formatCount(left.length)} not`, {
    id: toastId,
    description: `${nameSome(left.map(({ id }) => labels.get(id) ?? id))}: ${reason}`,
    action: {
      label: failure === CANCELLED ? 'Go on' : 'Try again',
      onClick: () => void changeByCalls(left, { ...telling, earlier: all }),
    },
    cancel: undoing,
  });
}
