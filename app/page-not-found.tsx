import { Compass } from 'lucide-react';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

export function PageNotFound() {
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      heading="h1"
      actions={
        <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
          Go to contacts
        </Link>
      }
    >
      <p>Check the address, or go back to your contacts.</p>
    </EmptyState>
  );
}
