'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { signInInput } from '@/lib/staff/account';
import { FormProblem } from '../form-problem';
import { useAuthForm } from '../use-auth-form';
import { signIn } from './sign-in';

/** `next`: where to go after sign-in. */
export function SignInForm({ next, autoFocus = false }: { next: string; autoFocus?: boolean }) {
  const { form, register, errorOf, pending, problem, values } = useAuthForm(signInInput, signIn, 'password');
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <input type="hidden" name="next" value={next} />
      <Field label="Email" error={errorOf('email')} required>
        <Input
          {...register('email')}
          type="email"
          defaultValue={values.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
          autoFocus={autoFocus}
        />
      </Field>
      <Field label="Password" error={errorOf('password')} required>
        <Input {...register('password')} type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        Sign in
      </Button>
    </form>
  );
}
