'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { OperationName } from '@/lib/contract/operations';
import { useService } from './service-provider';

/** Has a page made anew when the service tells something else of an operation than it had when the page was made. */
export function RefreshOnceTold({ operation, why }: { operation: OperationName; why: string }) {
  const router = useRouter();
  const now = useService().lacking[operation];
  useEffect(() => {
    if (now !== why) router.refresh();
  }, [now, why, router]);
  return null;
}
