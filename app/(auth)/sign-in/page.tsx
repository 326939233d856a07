import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { signedInStaff } from '@/app/session';
import { runtime } from '@/lib/runtime';
import { safePath } from '../safe-path';
import { SignInForm } from './sign-in-form';

export const metadata: Metadata = { title: 'Sign in' };

/** Sign-in; redirects if already signed in. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const next = safePath((await searchParams).next);
  if (await signedInStaff()) redirect(next);
  if (await runtime().staff.needsSetup()) redirect('/setup');
  return (
    <>
      <h1 className="text-lg font-semibold">Sign in</h1>
      <SignInForm next={next} />
    </>
  );
}
