import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { SetUpForm } from './set-up-form';

export const metadata: Metadata = { title: 'Set up' };

/** Creates the first account, from the setup link in the server log. */
export default async function SetUpPage({ searchParams }: PageProps<'/setup'>) {
  const { staff } = runtime();
  if (!(await staff.needsSetup())) redirect('/sign-in');
  const { code } = await searchParams;
  if (typeof code === 'string' && (await staff.acceptsSetupCode(code)))
    return (
      <>
        <div className="flex flex-col gap-1">
          <h1 className="text-lg font-semibold">Create the first account</h1>
          <p className="text-sm text-muted">This account has full access.</p>
        </div>
        <SetUpForm code={code} />
      </>
    );
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-lg font-semibold">
        {code === undefined ? 'Roster is not set up yet' : 'This setup link is invalid'}
      </h1>
      <p className="text-sm text-muted">
        Open the latest setup link in the server log, or set <code>ADMIN_EMAIL</code> and{' '}
        <code>ADMIN_PASSWORD</code> and restart Roster.
      </p>
    </div>
  );
}
