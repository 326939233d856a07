'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { findProblems } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { useActionForm } from '@/components/form/use-action-form';
import { saveByKey } from '@/components/form/use-contract-form';
import type { Action } from '@/components/hooks/call-action';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast';
import { nameInput } from '@/lib/staff/account';
import { Section } from './section';

interface NameFormProps {
  title: string;
  description: ReactNode;
  name: string;
  action: Action<{ name: string }, null>;
  autoComplete: 'name' | 'organization';
}

/** A section of the settings that changes a name: the person's or the organization's. */
export function NameForm({ title, description, name, action, autoComplete }: NameFormProps) {
  const router = useRouter();
  const isHydrated = useHydrated();
  const { mutateAsync } = useAction(action, []);
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
    <Section title={title} description={description}>
      <form noValidate onSubmit={save} onKeyDown={saveByKey} className="flex max-w-sm flex-col gap-3">
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field label="Name" error={errors.name?.message}>
          <div className="flex gap-2">
            <Input {...form.register('name')} dir="auto" autoComplete={autoComplete} readOnly={!isHydrated} />
            <Button type="submit" disabled={!isDirty} pending={isSubmitting}>
              Update
            </Button>
          </div>
        </Field>
      </form>
    </Section>
  );
}
