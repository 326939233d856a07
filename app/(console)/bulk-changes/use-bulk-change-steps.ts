import {
  type QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useConsole } from '@/components/contacts/use-console';
import { invalidate, useOperations } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isUnderWay, latestBulkChanges, undoableChangesOptions, undoableCount } from './bulk-change-state';

/** Mutation key of the steps, to find pending ones. */
const STEPS = ['bulk-change-step'];

type Step = 'cancel' | 'resume' | 'undo';

interface RequestedStep {
  step: Step;
  change: BulkChange;
}

const failed: Record<Step, string> = {
  cancel: 'Could not cancel',
  resume: 'Could not resume',
  undo: 'Could not undo',
};

/** Functions that cancel, resume and undo bulk changes on the server. A failure shows a toast with a retry. */
export function useBulkChangeSteps(): Record<Step, (change: BulkChange) => void> {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { act: cancel } = useOperations('cancelBulkChange');
  const { act: run } = useOperations('runBulkChange');
  const { act: undo } = useOperations('undoBulkChange');
  const { mutate } = useMutation({
    mutationKey: STEPS,
    mutationFn({ step, change }: RequestedStep) {
      const undoes = step === 'undo' || change.undo;
      const act = step === 'cancel' ? cancel : undoes ? undo : run;
      return act({ id: change.id });
    },
    onMutate: ({ change }) => toast.dismiss(getToastId(change)),
    async onSuccess(change, { step }) {
      if (step !== 'cancel') started.set(change.id, change.total);
      await putBulkChange(queryClient, change);
    },
    onError: (error, asked) => toast.failed(failed[asked.step], error, () => mutate(asked)),
  });
  const ask = (step: Step) => (change: BulkChange) => mutate({ step, change });
  return { cancel: ask('cancel'), resume: ask('resume'), undo: ask('undo') };
}

/**
 * Returns a function that takes a bulk change, and returns its latest version as it will be after a pending resume or undo.
 * `isCancelling`: a cancellation is pending.
 */
export function useOptimisticBulkChange() {
  // Reads only the cache that the lines at the foot of the page fill.
  const { data: latest = [] } = useQuery({ ...latestBulkChanges, enabled: false });
  const asked = useMutationState({
    filters: { mutationKey: STEPS, status: 'pending' },
    select: ({ state }) => state.variables as RequestedStep,
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

/**
 * Bulk changes, or large deletions, that can still be undone after their toast is gone, latest first. Leaves out those that
 * are running.
 */
export function useUndoableChanges(type?: 'delete'): BulkChange[] {
  const { data = [] } = useQuery({ ...undoableChangesOptions(type), staleTime: 0 });
  return data
    .map(useOptimisticBulkChange())
    .filter((change) => !isUnderWay(change) && change.state !== 'undone' && undoableCount(change) > 0);
}

/** Puts the server's version of a change into the cache, and starts to read all bulk changes again. */
export async function putBulkChange(queryClient: QueryClient, change: BulkChange): Promise<void> {
  await queryClient.cancelQueries({ queryKey: latestBulkChanges.queryKey });
  queryClient.setQueryData(latestBulkChanges.queryKey, (before: BulkChange[] = []) =>
    before.some(({ id }) => id === change.id)
      ? before.map((one) => (one.id === change.id ? change : one))
      : [change, ...before],
  );
  void invalidate(queryClient, ['bulk-changes']);
}

/** Id of the toast that offers to undo a change. */
export const getToastId = ({ id }: BulkChange) => `bulk-change-${id}`;
