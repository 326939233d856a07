import { Compass } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** What an address without a page shows. */
export function NoSuchPage() {
  return (
    <EmptyState
      icon={Compass}
      title="There is no such page"
      heading="h1"
      actions={
        <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
          Go to contacts
        </Link>
      }
    >
      <p>The address may be mistyped, or what it showed is gone.</p>
    </EmptyState>
  );
}
