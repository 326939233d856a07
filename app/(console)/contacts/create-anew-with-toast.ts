import type { QueryClient } from '@tanstack/react-query';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { segmentKeys } from '../segments/segment-queries';
import { failureText } from './action-failure';
import { CANCELLED, type CallOptions } from './call-for-each';
import { callWithToast } from './call-with-toast';
import { AT_ONCE } from './calls-at-once';
import { contactKeys } from './contact-queries';
import type { CreatedAnew } from './create-anew';
import { nameSome } from './name-some';

interface Creating {
  /** Asks for some of them, `AT_ONCE` at most. */
  send: CallOptions<CreatedAnew>['send'];
  /** What the contacts are called, by their ids. */
  labels: ReadonlyMap<string, string>;
  queryClient: QueryClient;
}

/**
 * Creates the contacts anew, a few at a time, shows how far that is, can be cancelled, and says what did not work.
 *
 * @returns A word on each of those that it came to.
 */
export async function createAnewWithToast(
  ids: readonly string[],
  creating: Creating,
): Promise<CreatedAnew[]> {
  const { send, labels, queryClient } = creating;
  const { toastId, results, failure } = await callWithToast(ids, {
    doing: 'Creating anew',
    size: AT_ONCE,
    send,
  });
  const moved = new Set<unknown>(results.flatMap((one) => (one.ok && one.newId !== one.id ? [one.id] : [])));
  void queryClient.invalidateQueries({
    queryKey: contactKeys.contacts,
    // Of what has another id there is nothing to read any more.
    predicate: ({ queryKey }) => !moved.has(queryKey[2]),
  });
  void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });

  const failed = results.filter((result) => !result.ok);
  const stayed = results.filter((result) => result.ok && result.newId === result.id).length;
  const existed = results.filter(
    (result) => result.ok && result.existed && result.newId !== result.id,
  ).length;
  const created = results.length - failed.length - stayed;
  const left = [...failed.map(({ id }) => id), ...ids.slice(results.length)];
  const hadStayed = stayed > 0 && `${countOf(stayed, 'contact')} had not been deleted.`;
  if (left.length === 0) {
    const title = created > 0 ? `${countOf(created, 'contact')} created anew` : 'Nothing had been deleted';
    toast.success(title, {
      id: toastId,
      description:
        [
          created === 1 ? 'It has a new id.' : created > 1 && 'They have new ids.',
          existed > 0 && `${countOf(existed, 'contact')} had been added again meanwhile, and updated.`,
          created > 0 && hadStayed,
        ]
          .filter(Boolean)
          .join(' ') || undefined,
    });
    return results;
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
      onClick: () => void createAnewWithToast(left, creating),
    },
  });
  return results;
}
