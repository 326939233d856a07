import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FormRefusal } from './form-refusal';
import { saveByKey } from './use-contract-form';

interface FormDialogProps<V extends FieldValues> {
  title: string;
  /** Label of the button that saves. */
  action: string;
  /** Of `useContractForm`. */
  form: UseFormReturn<V>;
  alertRef: RefObject<HTMLDivElement | null>;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose(): void;
  children: ReactNode;
}

/** A form in a dialog, which keeps what was typed from a stray click. */
export function FormDialog<V extends FieldValues>({
  title,
  action,
  form: { formState },
  alertRef,
  onSubmit,
  onClose,
  children,
}: FormDialogProps<V>) {
  const id = useId();
  return (
    <Dialog
      open
      holds={formState.isDirty}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={formState.isSubmitting}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} onKeyDown={saveByKey} className="flex flex-col gap-4">
        <FormRefusal ref={alertRef} error={formState.errors.root} />
        {children}
      </form>
    </Dialog>
  );
}
