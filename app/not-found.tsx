import type { Metadata } from 'next';
import { ButtonLink } from '@/components/ui/link';
import { PageMessage } from '@/components/ui/page-message';
import { Wordmark } from '@/components/ui/wordmark';

export const metadata: Metadata = { title: 'Page not found' };

/** For people who are signed out: pages of the console have its frame. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col px-6 py-5 lg:px-10 lg:py-8">
      <span className="-ml-2">
        <Wordmark />
      </span>
      <div className="my-auto -mx-6">
        <PageMessage
          picture="gap"
          title="Page not found"
          actions={
            <ButtonLink href="/sign-in" variant="primary">
              Go to sign-in
            </ButtonLink>
          }
        >
          <p>Check the address, or sign in.</p>
        </PageMessage>
      </div>
    </main>
  );
}
