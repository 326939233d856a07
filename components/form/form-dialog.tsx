import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FormRefusal } from './form-refusal';
import type { ActionForm } from './use-action-form';
import { saveByKey } from './use-contract-form';

interface FormDialogProps<V extends FieldValues> extends ActionForm<V> {
  title: string;
  description?: string;
  action: string;
  /** Whether the dialog ignores clicks outside; by default once something is typed. */
  holds?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog with a form of `useActionForm`: its error, its fields, Cancel and a save button. */
export function FormDialog<V extends FieldValues>({
  title,
  description,
  action,
  form: { formState },
  alertRef,
  save,
  holds = formState.isDirty,
  onClose,
  children,
}: FormDialogProps<V>) {
  const id = useId();
  return (
    <Dialog
      holds={holds}
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={save} onKeyDown={saveByKey} className="flex flex-col gap-4">
        <FormRefusal ref={alertRef} error={formState.errors.root} />
        {children}
      </form>
    </Dialog>
  );
}
