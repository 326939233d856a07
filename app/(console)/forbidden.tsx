import { buttonClasses } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

/** Shown if the person's role may not use the page. */
export default function Forbidden() {
  return (
    <PageMessage
      picture="veiled"
      title="You do not have access to this page"
      actions={
        <Link href="/contacts" className={buttonClasses()}>
          Go to contacts
        </Link>
      }
    >
      <p>Ask an admin for access.</p>
    </PageMessage>
  );
}
