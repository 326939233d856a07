import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callAction } from '@/components/form/call-action';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useConsole } from '../console-providers';
import { cancelBulkChange, runBulkChange, undoBulkChange } from './bulk-change-actions';
import { bulkChangeKeys, latestBulkChangesOptions, undoableChangesOptions } from './bulk-change-queries';
import { isUnderWay, undoableCount } from './bulk-change-state';

type Step = 'cancel' | 'resume' | 'undo';

interface Asked {
  step: Step;
  change: BulkChange;
}

const failed: Record<Step, string> = {
  cancel: 'Could not cancel',
  resume: 'Could not resume',
  undo: 'Could not undo',
};

/** Cancels, resumes and undoes bulk changes; the server does the work. */
export function useBulkChangeSteps(): Record<Step, (change: BulkChange) => void> {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { mutate } = useMutation({
    mutationKey: bulkChangeKeys.all,
    mutationFn({ step, change }: Asked) {
      const undoes = step === 'undo' || change.undo;
      const call = step === 'cancel' ? cancelBulkChange : undoes ? undoBulkChange : runBulkChange;
      return callAction(call, { id: change.id });
    },
    onMutate: ({ change }) => toast.dismiss(offerOf(change)),
    async onSuccess(change, { step }) {
      if (step !== 'cancel') started.set(change.id, change.total);
      await putBulkChange(queryClient, change);
    },
    onError: ({ message }, asked) =>
      void toast.error(failed[asked.step], {
        description: message,
        action: { label: 'Try again', onClick: () => mutate(asked) },
      }),
  });
  const ask = (step: Step) => (change: BulkChange) => mutate({ step, change });
  return { cancel: ask('cancel'), resume: ask('resume'), undo: ask('undo') };
}

/** The bulk changes, with pending steps applied. */
export function useOptimisticBulkChange() {
  // Only reads what the lines at the foot of the page have loaded.
  const { data: latest = [] } = useQuery({ ...latestBulkChangesOptions, enabled: false });
  const asked = useMutationState({
    filters: { mutationKey: bulkChangeKeys.all, status: 'pending' },
    select: ({ state }) => state.variables as Asked,
  });
  return (before: BulkChange): BulkChange & { isCancelling: boolean } => {
    const change = latest.find(({ id }) => id === before.id) ?? before;
    const step = asked.findLast((one) => one.change.id === change.id)?.step;
    const isCancelling = step === 'cancel';
    if (!step || isCancelling) return { ...change, isCancelling };
    const undo = step === 'undo' || change.undo;
    return { ...change, isCancelling, undo, state: undo ? 'undoing' : 'running' };
  };
}

/** Changes that can still be undone after their toast is gone. */
export function useUndoableChanges(type: 'segments' | 'delete'): BulkChange[] {
  const { data = [] } = useQuery(undoableChangesOptions(type));
  return data
    .map(useOptimisticBulkChange())
    .filter((change) => !isUnderWay(change) && change.state !== 'undone' && undoableCount(change) > 0);
}

/** Puts the server's version of a change into the cache. */
export async function putBulkChange(queryClient: QueryClient, change: BulkChange): Promise<void> {
  await queryClient.cancelQueries({ queryKey: latestBulkChangesOptions.queryKey });
  queryClient.setQueryData(latestBulkChangesOptions.queryKey, (before: BulkChange[] = []) =>
    before.some(({ id }) => id === change.id)
      ? before.map((one) => (one.id === change.id ? change : one))
      : [change, ...before],
  );
  void queryClient.invalidateQueries({ queryKey: bulkChangeKeys.all });
}

/** Id of the toast that offers to undo a change. */
export const offerOf = ({ id }: BulkChange) => `bulk-change-${id}`;
