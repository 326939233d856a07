import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { toast } from '@/components/ui/toast';
import type { ContactImport } from '@/lib/contract/import';
import { importOptions } from '../import-queries';
import { offer } from '../offered';
import { sendFile } from '../send-file';
import { rejectedRowsHref } from './rejected-rows-link';

/**
 * Mutations that open another import: `again` of the same file with the same settings, `fix` of the rows that were held
 * back or are incomplete. A failure shows a toast.
 */
export function useImportAgain(one: ContactImport) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const onError = (error: Error) => toast.error(error.message);
  const again = useMutation({
    mutationFn: () =>
      sendFile(new File([], one.name), new AbortController().signal, () => {}, { copyOf: one.id }),
    onSuccess(created) {
      queryClient.setQueryData(importOptions(created.id).queryKey, created);
      router.push(`/import/${created.id}`);
    },
    onError,
  });
  const fix = useMutation({
    async mutationFn() {
      const response = await fetch(rejectedRowsHref(one)).catch(() => null);
      if (!response?.ok) throw new Error('The rows could not be read. Try again.');
      const [segmentId, ...more] = one.settings.segmentIds;
      offer(new File([await response.blob()], `${one.name.replace(/\.[^.]*$/, '')} held back.csv`));
      router.push(segmentId && more.length === 0 ? `/import?segment=${segmentId}` : '/import');
    },
    onError,
  });
  return { again, fix };
}
