import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';

/** Warns in a toast that `name` could not be refreshed, and offers to retry; closes once it succeeds. */
export function useStaleNotice(
  name: string | undefined,
  error: Error | null,
  refetch: () => Promise<unknown>,
): void {
  const problem = error?.message;
  useEffect(() => {
    if (name === undefined || problem === undefined) return;
    const shown = toast.warning(`Could not refresh ${name}`, {
      description: problem,
      action: {
        label: 'Try again',
        onClick: (event) => {
          // Stays open until it succeeds.
          event.preventDefault();
          void refetch();
        },
      },
      duration: Number.POSITIVE_INFINITY,
    });
    return () => void toast.dismiss(shown);
  }, [name, problem, refetch]);
}
