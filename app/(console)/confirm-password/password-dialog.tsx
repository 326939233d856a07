import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import type { Action } from '@/components/hooks/call-action';
import { useAction } from '@/components/hooks/use-operation';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

interface PasswordDialogProps<T> {
  title: string;
  description?: string;
  call: Action<{ password: string }, T>;
  onDone(data: T): void;
  onClose(): void;
}

/** Asks for the password and calls an action with it; `onDone` gets the result. */
export function PasswordDialog<T>({ call, onDone, ...dialog }: PasswordDialogProps<T>) {
  const { mutateAsync } = useAction(call, []);
  const actionForm = useActionForm({
    defaultValues: { password: '' },
    check: ({ password }) => (password ? [] : [{ path: 'password', message: 'Enter your password.' }]),
    send: mutateAsync,
    onSent: onDone,
  });
  const { register, formState } = actionForm.form;
  return (
    <FormDialog {...actionForm} {...dialog} action="Continue">
      <Field label="Password" error={formState.errors.password?.message} required>
        <Input {...register('password')} type="password" autoComplete="current-password" />
      </Field>
    </FormDialog>
  );
}
