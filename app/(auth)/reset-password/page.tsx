import type { Metadata } from 'next';
import { runtime } from '@/lib/runtime';
import { ExpiredLink } from '../expired-link';
import { ResetForm } from './reset-form';

export const metadata: Metadata = { title: 'Reset password' };

/** Sets another password, from the link that an admin made. */
export default async function ResetPasswordPage({ searchParams }: PageProps<'/reset-password'>) {
  const { code } = await searchParams;
  const email = typeof code === 'string' ? await runtime().staff.resetOf(code) : null;
  if (!email) return <ExpiredLink what="link" />;
  return (
    <>
      <div className="flex flex-col gap-1">
        <h1 className="text-lg font-semibold">Choose a new password</h1>
        <p className="text-sm wrap-anywhere text-muted">for {email}</p>
      </div>
      <ResetForm code={code as string} email={email} />
    </>
  );
}
