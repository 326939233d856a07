import type { FormEvent, ReactNode, Ref } from 'react';
import { Button } from './button';
import { AlertDialog } from './dialog';
import { FormAlert } from './form-alert';

interface ConfirmDialogProps {
  /** The question. */
  title: ReactNode;
  /** The consequences, and whether they can be undone. */
  description?: ReactNode;
  action: ReactNode;
  cancel?: ReactNode;
  /** Whether it takes nothing away. */
  harmless?: boolean;
  /** Keeps the dialog open. */
  pending?: boolean;
  /** Whether required input is missing. */
  disabled?: boolean;
  problem?: ReactNode;
  problemRef?: Ref<HTMLDivElement>;
  onConfirm(): void;
  onClose(): void;
  /** Inputs or progress. Focus starts at the first control, else at `cancel`. */
  children?: ReactNode;
}

/** A confirmation dialog, open while mounted. */
export function ConfirmDialog({
  title,
  description,
  action,
  cancel = 'Cancel',
  harmless = false,
  pending = false,
  disabled = false,
  problem,
  problemRef,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  // Handles Enter only. The button is outside the form, because browsers abort history navigation started in a submit.
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending && !disabled) onConfirm();
  }
  return (
    <AlertDialog
      onClose={() => {
        if (!pending) onClose();
      }}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose} disabled={pending}>
            {cancel}
          </Button>
          <Button
            variant={harmless ? 'primary' : 'danger'}
            pending={pending}
            disabled={disabled}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
        {children}
      </form>
    </AlertDialog>
  );
}
