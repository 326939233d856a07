import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { signedInStaff } from '@/app/server/session';
import { Link } from '@/components/ui/link';
import { runtime } from '@/lib/runtime';
import { SignInForm } from '../auth-forms';
import { AuthHeading, FormProblem, IdentityProviderButtons } from '../auth-parts';
import { safePath } from '../safe-path';
import { type CompanyProblem, companyProblems } from './company/[id]/back-to-sign-in';

export const metadata: Metadata = { title: 'Sign in' };

/** The sign-in page. Redirects to `next` if a person is signed in, and to setup before the first account exists. */
export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next: wanted, problem } = await searchParams;
  const next = safePath(wanted);
  const { identityProviders, passwordsAreOff } = runtime().staff;
  if (await signedInStaff()) redirect(next);
  if (await runtime().staff.needsSetup()) redirect('/setup');
  const forgotPassword = (
    <Link
      href="/forgot-password"
      className="self-start text-sm text-accent underline-offset-2 hover:underline"
    >
      Forgot password?
    </Link>
  );
  return (
    <>
      <AuthHeading title="Sign in" />
      <FormProblem>{companyProblems[problem as CompanyProblem]}</FormProblem>
      {identityProviders.length > 0 ? (
        <IdentityProviderButtons identityProviders={identityProviders} next={next} />
      ) : null}
      {passwordsAreOff ? (
        <details>
          <summary className="cursor-pointer text-sm text-muted">Sign in with a password</summary>
          <div className="flex flex-col gap-4 pt-4">
            <SignInForm next={next} />
            {forgotPassword}
          </div>
        </details>
      ) : (
        <>
          <SignInForm next={next} autoFocus={identityProviders.length === 0} />
          {forgotPassword}
        </>
      )}
    </>
  );
}
