import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { contactTopics } from '@/components/hooks/console-operations';
import { useCan } from '@/components/hooks/use-can';
import { invalidate } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { getStepKey, isUnderWay, latestBulkChanges, refetchInterval } from './bulk-change-state';
import { getToastId, useBulkChangeSteps } from './use-bulk-change-steps';

/**
 * Polls the latest bulk changes. Returns them, and ids of ended ones that this tab did not start. When a change ends,
 * refreshes contacts and segments, and shows the outcome if this tab started it.
 */
export function useBulkChangeEnds(): { changes: BulkChange[]; ended: ReadonlySet<string> } {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { undo } = useBulkChangeSteps();
  const isWatched = useCan('listBulkChanges', 'change');
  const { data: changes } = useQuery({
    ...latestBulkChanges,
    staleTime: 0,
    enabled: isWatched,
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
      return earlier ? getStepKey(earlier) !== getStepKey(change) : seen !== null || started.has(change.id);
    });
    const halted = moved.filter((change) => !isUnderWay(change));
    if (halted.length > 0) refreshContacts(queryClient);
    for (const change of moved) if (change.state.startsWith('undo')) toast.dismiss(getToastId(change));
    for (const change of halted) {
      const asked = started.get(change.id);
      started.delete(change.id);
      if (asked !== undefined)
        void import('./outcome-toast').then(({ showOutcomeToast }) =>
          showOutcomeToast(queryClient, change, asked, () => undo(change)),
        );
      else if (seen?.has(change.id) && isUnderWay(seen.get(change.id) as BulkChange))
        setEnded((others) => new Set([...others, change.id]));
    }
  }, [changes, queryClient, started, undo]);
  return { changes: changes ?? [], ended };
}

export function refreshContacts(queryClient: QueryClient): void {
  void invalidate(queryClient, [...contactTopics, 'bulk-changes', 'fields']);
}
