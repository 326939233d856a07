'use client';

import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/toast';

/**
 * Says that what is shown of `name` may be old, since it could not be read again, and offers to try that once more: in a
 * message, which moves nothing of the page, and goes once it could be read.
 */
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
      shown = toast.warning(`What you see of ${latest.current.name} may be old`, {
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
