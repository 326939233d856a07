import { Compass } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export const metadata: Metadata = { title: 'No such page' };

/** No page has this address. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
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
    </main>
  );
}
