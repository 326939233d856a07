import { capabilities } from '@/app/server/service-view';
import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

export default function ContactNotFound() {
  return (
    <PageMessage
      picture="gap"
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
    </PageMessage>
  );
}
