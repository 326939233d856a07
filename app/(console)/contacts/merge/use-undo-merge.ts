import type { CallError } from '@/components/hooks/call-error';
import { useAct } from '@/components/hooks/use-act';
import { contactName } from '@/components/text/contact-name';
import { toast } from '@/components/ui/toast';

/** Takes a merge apart and reports the outcome. */
export function useUndoMerge() {
  const { mutateAsync, isPending } = useAct('undoMerge');

  async function undoMerge(id: string): Promise<void> {
    try {
      const { restored } = await mutateAsync({ id });
      toast.success(`${contactName(restored)} is back`);
    } catch (error) {
      const { code } = error as CallError;
      const isFinal = code === 'CONFLICT' || code === 'NOT_FOUND';
      toast.failed(
        'Could not undo the merge',
        error as CallError,
        isFinal ? undefined : () => void undoMerge(id),
      );
    }
  }
  return { undoMerge, isPending };
}
