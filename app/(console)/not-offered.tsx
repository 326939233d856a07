import { CircleSlash } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';

/** A page of something that the service behind the console does not have. */
export function NotOffered({ title, why }: { title: string; why: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={CircleSlash}
        title={why}
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
