import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

export function PageNotFound() {
  return (
    <PageMessage
      picture="gap"
      title="Page not found"
      actions={
        <Link href="/contacts" className={buttonClasses({ variant: 'primary' })}>
          Go to contacts
        </Link>
      }
    >
      <p>Check the address, or go back to your contacts.</p>
    </PageMessage>
  );
}
