import { ButtonLink } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

/** Shown if the person's role may not use the page. */
export default function Forbidden() {
  return (
    <PageMessage
      picture="veiled"
      title="You do not have access to this page"
      actions={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
    >
      <p>Ask an admin for access.</p>
    </PageMessage>
  );
}
