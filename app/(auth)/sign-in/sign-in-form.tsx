'use client';

import { signInInput } from '@/lib/staff/account';
import { AuthField, AuthForm, EmailField } from '../auth-form';
import { signIn } from './sign-in';

/** `next`: where to go after sign-in. */
export function SignInForm({ next, autoFocus = false }: { next: string; autoFocus?: boolean }) {
  return (
    <AuthForm schema={signInInput} action={signIn} secret="password" hidden={{ next }} submit="Sign in">
      <EmailField autoFocus={autoFocus} />
      <AuthField name="password" label="Password" type="password" autoComplete="current-password" />
    </AuthForm>
  );
}
