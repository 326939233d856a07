import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';

interface NotFoundMessageProps {
  /** Name of the missing thing: "Page". */
  what: string;
  /** Page to offer instead. Its path is also its name. */
  href: '/contacts' | '/segments' | '/referral-codes';
  more?: ReactNode;
  children?: ReactNode;
}

/** A page that says that something was not found, with links to other pages. */
export function NotFoundMessage({ what, href, more, children }: NotFoundMessageProps) {
  return (
    <PageMessage
      picture="gap"
      title={`${what} not found`}
      actions={
        <>
          <ButtonLink href={href} variant="primary">
            Go to {href.slice(1).replace('-', ' ')}
          </ButtonLink>
          {more}
        </>
      }
    >
      {children ?? 'It may have been deleted, or the address may be wrong.'}
    </PageMessage>
  );
}

/** The content of a "Page not found" inside the console. */
export function PageNotFound() {
  return (
    <NotFoundMessage what="Page" href="/contacts">
      <p>Check the address, or go back to your contacts.</p>
    </NotFoundMessage>
  );
}
