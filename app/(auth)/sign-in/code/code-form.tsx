'use client';

import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { secondFactorInput } from '@/lib/staff/account';
import { FormProblem } from '../../form-problem';
import { useAuthForm } from '../../use-auth-form';
import { signInWithCode } from './sign-in-with-code';

/** `next`: where to go after sign-in. */
export function CodeForm({ next }: { next: string }) {
  const { form, register, errorOf, pending, problem } = useAuthForm(
    secondFactorInput,
    signInWithCode,
    'code',
  );
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormProblem>{problem}</FormProblem>
      <input type="hidden" name="next" value={next} />
      <Field label="Code" error={errorOf('code')} required>
        <Input
          {...register('code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for nothing else
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        Sign in
      </Button>
      <Link
        href={`/sign-in?${new URLSearchParams({ next })}`}
        className="text-center text-sm text-accent underline-offset-2 hover:underline"
      >
        Start again
      </Link>
    </form>
  );
}
