'use client';

import Link from 'next/link';
import { secondFactorInput } from '@/lib/staff/account';
import { AuthField, AuthForm } from '../../auth-form';
import { signInWithCode } from './sign-in-with-code';

/** `next`: where to go after sign-in. */
export function CodeForm({ next }: { next: string }) {
  return (
    <>
      <AuthForm
        schema={secondFactorInput}
        action={signInWithCode}
        secret="code"
        hidden={{ next }}
        submit="Sign in"
      >
        <AuthField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          autoFocus
        />
      </AuthForm>
      <Link
        href={`/sign-in?${new URLSearchParams({ next })}`}
        className="text-center text-sm text-accent underline-offset-2 hover:underline"
      >
        Start again
      </Link>
    </>
  );
}
