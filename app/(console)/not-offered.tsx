import { CircleSlash } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { cannot } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import { RefreshWhenOffered } from './refresh-when-offered';

interface NotOfferedProps {
  title: string;
  operation: OperationName;
}

/** Page of a feature that the connected service lacks. */
export function NotOffered({ title, operation }: NotOfferedProps) {
  return (
    <>
      <RefreshWhenOffered operation={operation} />
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
