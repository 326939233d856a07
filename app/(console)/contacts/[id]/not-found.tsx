import { UserX } from 'lucide-react';
import { capabilities } from '@/app/server/service-view';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

export default function ContactNotFound() {
  return (
    <EmptyState
      icon={UserX}
      heading="h1"
      title="Contact not found"
      actions={
        <>
          <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
            Go to contacts
          </Link>
          {capabilities().listTrash ? (
            <Link href="/contacts/trash" className={buttonClasses()}>
              Open trash
            </Link>
          ) : null}
        </>
      }
    >
      It may have been deleted, or the address may be wrong.
    </EmptyState>
  );
}
