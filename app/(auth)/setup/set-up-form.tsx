'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { passwordRule, setUpInput } from '@/lib/staff/account';
import { FormProblem } from '../form-problem';
import { useAuthForm } from '../use-auth-form';
import { setUp } from './set-up';

/** `code`: from the setup link. */
export function SetUpForm({ code }: { code: string }) {
  const { form, register, errorOf, pending, problem, values } = useAuthForm(setUpInput, setUp, 'password');
  const passwordError = errorOf('password');
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <input type="hidden" name="code" value={code} />
      <Field label="Name" error={errorOf('name')} required>
        <Input
          {...register('name')}
          defaultValue={values.name}
          autoComplete="name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
          autoFocus
        />
      </Field>
      <Field label="Email" error={errorOf('email')} required>
        <Input
          {...register('email')}
          type="email"
          defaultValue={values.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        description={passwordError ? undefined : passwordRule}
        error={passwordError}
        required
      >
        <Input {...register('password')} type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        Create account
      </Button>
    </form>
  );
}
