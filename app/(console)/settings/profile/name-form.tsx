'use client';

import { useRouter } from 'next/navigation';
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
import { nameInput } from '@/lib/staff/account';
import { Section } from '../section';
import { rename } from './profile-actions';

/** The section of the profile that changes the person's name. */
export function NameForm({ name, email }: { name: string; email: string }) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const { mutateAsync } = useAction(rename, []);
  const { form, alertRef, save } = useActionForm({
    defaultValues: { name },
    check: (values) => findProblems(nameInput, values),
    send: mutateAsync,
    onSent: (_, values) => {
      form.reset(values);
      router.refresh();
      toast.success('Name updated');
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <Section title="Account" description={<bdi>{email}</bdi>}>
      <form noValidate onSubmit={save} onKeyDown={saveByKey} className="flex max-w-sm flex-col gap-3">
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field label="Name" error={errors.name?.message}>
          <div className="flex gap-2">
            <Input {...form.register('name')} dir="auto" autoComplete="name" readOnly={!isHydrated} />
            <Button type="submit" disabled={!isDirty} pending={isSubmitting}>
              Update
            </Button>
          </div>
        </Field>
      </form>
    </Section>
  );
}
