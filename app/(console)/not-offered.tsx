'use client';

import { CircleSlash } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { cannot } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import { useCapabilities } from './service-provider';

/** Page of a feature that the connected service lacks. Refreshed once it turns out to have it. */
export function NotOffered({ title, operation }: { title: string; operation: OperationName }) {
  const router = useRouter();
  const can = useCapabilities()[operation];
  useEffect(() => {
    if (can) router.refresh();
  }, [can, router]);
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={CircleSlash}
        title={cannot(operation)}
        actions={
          <Link href="/settings/connection" className={buttonClasses()}>
            Supported features
          </Link>
        }
      >
        <p>Features depend on the connected contacts service.</p>
      </EmptyState>
    </>
  );
}
