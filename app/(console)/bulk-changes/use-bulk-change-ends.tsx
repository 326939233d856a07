import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callAction } from '@/components/form/call-action';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useConsole } from '../console-providers';
import { contactKeys } from '../contacts/contact-queries';
import { segmentKeys, segmentListOptions } from '../segments/segment-queries';
import { useCapabilities } from '../service-provider';
import { nameConflicts } from './bulk-change-actions';
import { bulkChangeKeys, latestBulkChangesOptions, refetchInterval } from './bulk-change-queries';
import { isReversible, isUnderWay, stepOf } from './bulk-change-state';
import { outcomeOf } from './bulk-messages';
import { offerOf, useBulkChangeSteps } from './use-bulk-change-steps';

/**
 * Watches the latest bulk changes; returns them, and the ids of finished ones that were started elsewhere. When one ends,
 * refreshes contacts and segments, and shows its outcome if it was started in this tab.
 */
export function useBulkChangeEnds(): { changes: BulkChange[]; ended: ReadonlySet<string> } {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { undo } = useBulkChangeSteps();
  const can = useCapabilities();
  const { data: changes } = useQuery({
    ...latestBulkChangesOptions,
    enabled: can.listBulkChanges && can.change,
    refetchInterval: ({ state }) => refetchInterval(state.data, state.error),
  });
  const before = useRef<ReadonlyMap<string, BulkChange>>(null);
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (!changes) return;
    const seen = before.current;
    before.current = new Map(changes.map((change) => [change.id, change]));
    const moved = changes.filter((change) => {
      const earlier = seen?.get(change.id);
      return earlier ? stepOf(earlier) !== stepOf(change) : seen !== null || started.has(change.id);
    });
    const halted = moved.filter((change) => !isUnderWay(change));
    if (halted.length > 0) refresh(queryClient);
    for (const change of moved) if (change.state.startsWith('undo')) toast.dismiss(offerOf(change));
    for (const change of halted) {
      const asked = started.get(change.id);
      started.delete(change.id);
      if (asked !== undefined) void tell(queryClient, change, asked, () => undo(change));
      else if (seen?.has(change.id) && isUnderWay(seen.get(change.id) as BulkChange))
        setEnded((others) => new Set([...others, change.id]));
    }
  }, [changes, queryClient, started, undo]);
  return { changes: changes ?? [], ended };
}

export function refresh(queryClient: QueryClient): void {
  for (const queryKey of [contactKeys.contacts, segmentKeys.segments, bulkChangeKeys.all])
    void queryClient.invalidateQueries({ queryKey });
}

/** Shows a toast when a change ends. A stopped change is a line at the foot of the page. */
export async function tell(
  queryClient: QueryClient,
  change: BulkChange,
  asked: number,
  undo: () => void,
): Promise<void> {
  if (change.state !== 'finished' && change.state !== 'undone') return;
  const segments = await queryClient.fetchQuery(segmentListOptions()).catch(() => []);
  const names = change.state === 'undone' && change.conflicts > 0 ? await namesOf(change) : [];
  const { title, description, leadsToTrash } = outcomeOf(change, segments, asked, names);
  const say = leadsToTrash ? toast.warning : change.state === 'undone' ? toast.success : toast;
  say(title, {
    id: change.state === 'undone' ? undefined : offerOf(change),
    description: leadsToTrash ? (
      <>
        {description}{' '}
        <Link href="/contacts/trash" className="text-accent underline underline-offset-2">
          Trash
        </Link>
      </>
    ) : (
      description
    ),
    action:
      change.state === 'finished' && change.changed > 0 && isReversible(change)
        ? { label: 'Undo', onClick: undo }
        : undefined,
  });
}

const namesOf = ({ id }: BulkChange): Promise<string[]> => callAction(nameConflicts, { id }).catch(() => []);
