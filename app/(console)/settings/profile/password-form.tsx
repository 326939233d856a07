'use client';

import { findProblems } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { useActionForm } from '@/components/form/use-action-form';
import { saveByKey } from '@/components/form/use-contract-form';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { type PasswordChangeInput, passwordChangeInput, passwordRule } from '@/lib/staff/account';
import { Section } from '../section';
import { changePassword } from './profile-actions';

const defaultValues = { password: '', newPassword: '' };

/** Changes the password. `email` is for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const isHydrated = useHydrated();
  const { mutateAsync } = useAction(changePassword, ['sessions']);
  const { form, alertRef, save } = useActionForm<PasswordChangeInput, unknown>({
    defaultValues,
    check: (values) => findProblems(passwordChangeInput, values),
    send: mutateAsync,
    onSent: () => {
      form.reset(defaultValues);
      toast.success('Password changed', { description: 'Other sessions are signed out.' });
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const newPassword = errors.newPassword?.message;
  return (
    <Section title="Password">
      <form noValidate onSubmit={save} onKeyDown={saveByKey} className="flex max-w-sm flex-col gap-4">
        <FormRefusal ref={alertRef} error={errors.root} />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field label="Current password" error={errors.password?.message}>
          <Input
            {...form.register('password')}
            type="password"
            autoComplete="current-password"
            readOnly={!isHydrated}
          />
        </Field>
        <Field label="New password" error={newPassword} description={newPassword ? undefined : passwordRule}>
          <Input
            {...form.register('newPassword')}
            type="password"
            autoComplete="new-password"
            readOnly={!isHydrated}
          />
        </Field>
        <Button type="submit" className="self-start" disabled={!isDirty} pending={isSubmitting}>
          Change password
        </Button>
      </form>
    </Section>
  );
}
