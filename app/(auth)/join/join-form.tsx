'use client';

import { joinInput } from '@/lib/staff/account';
import { AuthField, AuthForm, NewPasswordField } from '../auth-form';
import { join } from './join-actions';

/** `code`: from the invitation. */
export function JoinForm({ code }: { code: string }) {
  return (
    <AuthForm schema={joinInput} action={join} secret="password" hidden={{ code }} submit="Join">
      <AuthField name="name" label="Name" dir="auto" autoComplete="name" autoFocus />
      <NewPasswordField />
    </AuthForm>
  );
}
