'use client';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { joinInput, passwordRule } from '@/lib/staff/account';
import { FormProblem } from '../form-problem';
import { useAuthForm } from '../use-auth-form';
import { join } from './join-actions';

/** `code`: from the invitation. */
export function JoinForm({ code }: { code: string }) {
  const { form, register, errorOf, pending, problem, values } = useAuthForm(joinInput, join, 'password');
  const passwordError = errorOf('password');
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <input type="hidden" name="code" value={code} />
      <Field label="Name" error={errorOf('name')} required>
        <Input
          {...register('name')}
          dir="auto"
          defaultValue={values.name}
          autoComplete="name"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
          autoFocus
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
        Join
      </Button>
    </form>
  );
}
