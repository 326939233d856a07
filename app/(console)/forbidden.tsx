import { ShieldAlert } from 'lucide-react';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

/** Shown if the person's role may not use the page. */
export default function Forbidden() {
  return (
    <EmptyState
      icon={ShieldAlert}
      title="You do not have access to this page"
      heading="h1"
      actions={
        <Link href="/contacts" className={buttonClasses()}>
          Go to contacts
        </Link>
      }
    >
      <p>Ask an admin for access.</p>
    </EmptyState>
  );
}
