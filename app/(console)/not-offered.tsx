import { CircleSlash } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import type { OperationName } from '@/lib/contract/operations';
import { RefreshOnceTold } from './refresh-once-told';

interface NotOfferedProps {
  title: string;
  /** What the page cannot do without. */
  operation: OperationName;
  /** Why the service cannot do that. */
  why: string;
  /** The same in other words. */
  children?: string;
}

/** A page of something that the service behind the console does not have, or has not told yet. */
export function NotOffered({ title, operation, why, children = why }: NotOfferedProps) {
  return (
    <>
      <RefreshOnceTold operation={operation} why={why} />
      <PageHeader title={title} />
      <EmptyState
        icon={CircleSlash}
        title={children}
        actions={
          <Link href="/settings/connection" className={buttonClasses()}>
            What it can do
          </Link>
        }
      >
        <p>The console offers what the contacts service that it is connected to can do.</p>
      </EmptyState>
    </>
  );
}
