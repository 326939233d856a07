'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { passwordRule, resetInput } from '@/lib/staff/account';
import { FormProblem } from '../form-problem';
import { useAuthForm } from '../use-auth-form';
import { resetPassword } from './reset-password';

/** `code`: from the link. `email`: for password managers. */
export function ResetForm({ code, email }: { code: string; email: string }) {
  const { form, register, errorOf, pending, problem } = useAuthForm(resetInput, resetPassword, 'password');
  const passwordError = errorOf('password');
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <input type="hidden" name="code" value={code} />
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field
        label="New password"
        description={passwordError ? undefined : passwordRule}
        error={passwordError}
        required
      >
        <Input
          {...register('password')}
          type="password"
          autoComplete="new-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        Set password
      </Button>
    </form>
  );
}
