import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { SetUpForm } from './set-up-form';

export const metadata: Metadata = { title: 'Set up' };

/** First start: the link in the log leads here, to make the first account. Afterwards there is nothing to set up. */
export default async function SetUpPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { staff } = runtime();
  if (!(await staff.needsSetup())) redirect('/sign-in');
  const { code } = await searchParams;
  if (typeof code === 'string' && (await staff.acceptsSetupCode(code)))
    return (
      <>
        <div className="flex flex-col gap-1">
          <h1 className="text-lg font-semibold">Create the first account</h1>
          <p className="text-sm text-muted">It will be an admin: it may do everything.</p>
        </div>
        <SetUpForm code={code} />
      </>
    );
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-lg font-semibold">
        {code === undefined ? 'Roster is not set up yet' : 'This set-up link is not valid'}
      </h1>
      <p className="text-sm text-muted">
        Open the set-up link that Roster printed at its last start; it is in the log. Or start Roster with{' '}
        <code>ADMIN_EMAIL</code> and <code>ADMIN_PASSWORD</code> set.
      </p>
    </div>
  );
}
