import { UserX } from 'lucide-react';
import Link from 'next/link';
import { lacking } from '@/app/service-view';
import { buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { runtime } from '@/lib/runtime';

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
          {lacking().listTrash ? null : (
            <Link href="/contacts/trash" className={buttonClasses()}>
              Look in the trash
            </Link>
          )}
        </>
      }
    >
      {runtime().connection()
        ? 'The address may be mistyped, or the service no longer has the contact.'
        : 'The address may be mistyped, or the contact has been deleted.'}
    </EmptyState>
  );
}
