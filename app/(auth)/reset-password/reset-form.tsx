'use client';

import { resetInput } from '@/lib/staff/account';
import { AuthForm, NewPasswordField } from '../auth-form';
import { resetPassword } from './reset-password';

/** `code`: from the link. `email`: for password managers. */
export function ResetForm({ code, email }: { code: string; email: string }) {
  return (
    <AuthForm
      schema={resetInput}
      action={resetPassword}
      secret="password"
      hidden={{ code }}
      submit="Set password"
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordField label="New password" autoFocus />
    </AuthForm>
  );
}
