'use client';

import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/toast';

/** Warns in a toast that `name` could not be refreshed, and offers to retry; closes once it succeeds. */
export function useStaleNotice(
  name: string | undefined,
  error: Error | null,
  refetch: () => Promise<{ isError: boolean }>,
): void {
  const isStale = name !== undefined && error !== null;
  const latest = useRef({ name, error, refetch });
  latest.current = { name, error, refetch };
  useEffect(() => {
    if (!isStale) return;
    let shown: string | number;
    let isOver = false;
    function tell() {
      shown = toast.warning(`Could not refresh ${latest.current.name}`, {
        description: latest.current.error?.message,
        action: { label: 'Try again', onClick: () => void tryAgain() },
        duration: Number.POSITIVE_INFINITY,
      });
    }
    async function tryAgain() {
      const { isError } = await latest.current.refetch();
      if (isError && !isOver) tell();
    }
    tell();
    return () => {
      isOver = true;
      toast.dismiss(shown);
    };
  }, [isStale]);
}
