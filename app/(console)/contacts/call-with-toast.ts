import { formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { type CallOptions, callForEach } from './changes/call-for-each';

interface Words {
  /** "Creating anew" */
  doing: string;
}

/** Does something for each id while a toast says how far it is and offers Cancel. The toast is left to say the outcome. */
export async function callWithToast<T>(
  ids: readonly string[],
  { doing, size, send }: Words & Pick<CallOptions<T>, 'size' | 'send'>,
): Promise<{ toastId: string | number; results: T[]; failure: string | null }> {
  const cancel = new AbortController();
  const action = {
    label: 'Cancel',
    onClick(event: { preventDefault(): void }) {
      // The toast stays: it says what has been done.
      event.preventDefault();
      cancel.abort();
      toast.loading('Stopping …', { id: toastId, action: undefined });
    },
  };
  const toastId = toast.loading(`${doing} …`, { action: ids.length > size ? action : undefined });
  const outcome = await callForEach(ids, {
    size,
    send,
    onProgress(done) {
      if (done === ids.length || cancel.signal.aborted) return;
      const words = `${doing} … ${formatCount(done)} of ${formatCount(ids.length)}`;
      toast.loading(words, { id: toastId, action });
    },
    signal: cancel.signal,
  });
  return { toastId, ...outcome };
}
