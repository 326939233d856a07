import { useQueryClient } from '@tanstack/react-query';
import type { CallError } from '@/components/hooks/call-error';
import { useOperation } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';
import { allSegments } from './use-segments';

/**
 * Returns a function that restores a deleted segment and shows the outcome as a toast, which offers another title if its
 * own is taken.
 */
export function useRestoreSegment() {
  const queryClient = useQueryClient();
  const act = useOperation('restoreSegment');

  /** `newTitle`: title to use if another segment has taken the old one. */
  async function restore(segment: { id: string; title: string }, newTitle?: string): Promise<void> {
    const { id, title } = segment;
    const again = (other?: string) => () => void restore(segment, other);
    try {
      const restored = await act.mutateAsync({ id, body: { title: newTitle } });
      toast.success(`Restored segment ${restored.title}`);
    } catch (cause) {
      const error = cause as CallError;
      if (error.code !== 'CONFLICT') {
        const isGone = error.code === 'NOT_FOUND';
        return toast.failed(
          `Could not restore segment ${title}`,
          error,
          isGone ? undefined : again(newTitle),
        );
      }
      const free = findFreeTitle(title, queryClient.getQueryData(allSegments.queryKey) ?? []);
      toast.error(`Another segment is now called ${title}`, {
        action: { label: `Restore as ${free}`, onClick: again(free) },
      });
    }
  }
  return { restore, restoring: act.isPending ? act.variables.id : null };
}

/** The title, cut to 90 characters, with the first free number from 2: "VIP 2". */
export function findFreeTitle(title: string, segments: readonly Pick<Segment, 'title'>[]): string {
  for (let number = 2; ; number++) {
    const free = `${title.slice(0, 90)} ${number}`;
    if (!segments.some((segment) => isDuplicateTitle(segment.title, free))) return free;
  }
}
