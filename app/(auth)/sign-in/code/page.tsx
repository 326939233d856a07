import type { Metadata } from 'next';
import { CodeForm } from '../../auth-forms';
import { AuthHeading } from '../../auth-parts';
import { safePath } from '../../safe-path';

export const metadata: Metadata = { title: 'Two-factor sign-in' };

/** Asks for the second-factor or recovery code of a sign-in. */
export default async function CodePage({ searchParams }: PageProps<'/sign-in/code'>) {
  const next = safePath((await searchParams).next);
  return (
    <>
      <AuthHeading title="Two-factor sign-in">
        Enter the code that your authenticator app shows, or a recovery code.
      </AuthHeading>
      <CodeForm next={next} />
    </>
  );
}
