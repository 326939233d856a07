'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import type { OperationName } from '@/lib/contract/operations';
import { useCapabilities } from './service-provider';

/** Refreshes the page once the service turns out to have the operation. */
export function RefreshWhenOffered({ operation }: { operation: OperationName }) {
  const router = useRouter();
  const can = useCapabilities()[operation];
  useEffect(() => {
    if (can) router.refresh();
  }, [can, router]);
  return null;
}
