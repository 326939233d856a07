import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { SetUpForm } from '../auth-forms';
import { AuthHeading } from '../auth-parts';

export const metadata: Metadata = { title: 'Set up' };

/** Creates the first account, from the setup link in the server log. */
export default async function SetUpPage({ searchParams }: PageProps<'/setup'>) {
  const { staff } = runtime();
  if (!(await staff.needsSetup())) redirect('/sign-in');
  const { code } = await searchParams;
  if (typeof code === 'string' && (await staff.acceptsSetupCode(code)))
    return (
      <>
        <AuthHeading title="Create the first account">This account has full access.</AuthHeading>
        <SetUpForm code={code} />
      </>
    );
  return (
    <AuthHeading title={code === undefined ? 'Roster is not set up yet' : 'This setup link is invalid'}>
      Open the latest setup link in the server log, or set <code>ADMIN_EMAIL</code> and{' '}
      <code>ADMIN_PASSWORD</code> and restart Roster.
    </AuthHeading>
  );
}
