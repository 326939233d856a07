'use client';

import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import type { ActionResult } from '@/app/action';
import { type ActionError, callAction } from '@/components/form/call-action';
import { FormRefusal } from '@/components/form/form-refusal';
import { useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

interface PasswordDialogProps<T> {
  title: string;
  description?: string;
  call(input: { password: string }): Promise<ActionResult<T>>;
  onDone(data: T): void;
  onClose(): void;
}

const fields = ['password'] as const;

/** Asks for the password with which something is called. */
export function PasswordDialog<T>({ title, description, call, onDone, onClose }: PasswordDialogProps<T>) {
  const id = useId();
  const { form, refuse, alertRef } = useContractForm({
    fields,
    defaultValues: { password: '' },
    check: ({ password }) => (password ? [] : [{ path: 'password', message: 'Enter your password.' }]),
  });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: (values: { password: string }) => callAction(call(values)),
  });
  const save = form.handleSubmit((values) =>
    mutateAsync(values).then(onDone, ({ refused }: ActionError) => refuse(refused)),
  );
  return (
    <Dialog
      open
      holds
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Continue
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          // In React, it is inside whatever opened it.
          event.stopPropagation();
          void save(event);
        }}
        className="flex flex-col gap-4"
      >
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field label="Password" error={errors.password?.message} required>
          <Input {...form.register('password')} type="password" autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  );
}
