import type { Metadata } from 'next';
import { runtime } from '@/lib/runtime';
import { ResetForm } from '../auth-forms';
import { AuthHeading, ExpiredLink } from '../auth-parts';

export const metadata: Metadata = { title: 'Reset password' };

/** Page of a link to reset a password, which an admin created. */
export default async function ResetPasswordPage({ searchParams }: PageProps<'/reset-password'>) {
  const { code } = await searchParams;
  const email = typeof code === 'string' ? await runtime().staff.resetOf(code) : null;
  if (!email) return <ExpiredLink>A reset link works once, for a day.</ExpiredLink>;
  return (
    <>
      <AuthHeading title="Choose a new password">for {email}</AuthHeading>
      <ResetForm code={code as string} email={email} />
    </>
  );
}
