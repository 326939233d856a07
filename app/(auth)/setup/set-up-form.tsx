'use client';

import { setUpInput } from '@/lib/staff/account';
import { AuthField, AuthForm, EmailField, NewPasswordField } from '../auth-form';
import { setUp } from './set-up';

/** `code`: from the setup link. */
export function SetUpForm({ code }: { code: string }) {
  return (
    <AuthForm schema={setUpInput} action={setUp} secret="password" hidden={{ code }} submit="Create account">
      <AuthField name="name" label="Name" dir="auto" autoComplete="name" autoFocus />
      <EmailField />
      <NewPasswordField />
    </AuthForm>
  );
}
