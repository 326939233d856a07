import { Compass } from 'lucide-react';
import Link from 'next/link';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

/** No page has this address. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        icon={Compass}
        title="There is no such page"
        actions={
          <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
            Contacts
          </Link>
        }
      >
        <p>The address may be mistyped, or what it showed is gone.</p>
      </EmptyState>
    </main>
  );
}
