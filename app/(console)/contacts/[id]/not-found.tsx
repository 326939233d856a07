import { UserX } from 'lucide-react';
import Link from 'next/link';
import { capabilities } from '@/app/service-view';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';

export default function ContactNotFound() {
  return (
    <EmptyState
      icon={UserX}
      heading="h1"
      title="There is no such contact"
      actions={
        <>
          <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
            Go to contacts
          </Link>
          {capabilities().listTrash ? (
            <Link href="/contacts/trash" className={buttonClasses()}>
              Look in the trash
            </Link>
          ) : null}
        </>
      }
    >
      The address may be mistyped, or the contact has been deleted.
    </EmptyState>
  );
}
