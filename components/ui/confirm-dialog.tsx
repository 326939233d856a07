'use client';

import type { FormEvent, ReactNode, Ref, RefObject } from 'react';
import { FormAlert } from '../form/form-alert';
import { Button } from './button';
import { AlertDialog } from './dialog';

interface ConfirmDialogProps {
  /** The question. */
  title: ReactNode;
  /** What it will do, and whether there is a way back. */
  description?: ReactNode;
  /** On the button that does it. */
  action: ReactNode;
  /** On the button that leaves everything as it is. */
  cancel?: ReactNode;
  /** While pending, the dialog stays open. */
  pending?: boolean;
  /** Something has to be filled in first. */
  disabled?: boolean;
  /** Why it was not done, in words. */
  problem?: ReactNode;
  /** Lets a refusal bring the focus to it. */
  problemRef?: Ref<HTMLDivElement>;
  onConfirm(): void;
  /** Cancels the pending action. */
  onStop?(): void;
  onClose(): void;
  /** Element to focus on close; by default the previous one. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** Inputs or progress. Focus starts at the first control, else at `cancel`. */
  children?: ReactNode;
}

/** Asks before something is lost. Mount it to open it. */
export function ConfirmDialog({
  title,
  description,
  action,
  cancel = 'Cancel',
  pending = false,
  disabled = false,
  problem,
  problemRef,
  onConfirm,
  onStop,
  onClose,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  // Submits on Enter. The button is outside the form: browsers abort history navigation started in a submit.
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!pending && !disabled) onConfirm();
  }
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={title}
      description={description}
      finalFocus={finalFocus}
      actions={
        <>
          <Button onClick={pending ? onStop : onClose} disabled={pending && !onStop}>
            {cancel}
          </Button>
          <Button variant="danger" pending={pending} disabled={disabled} onClick={onConfirm}>
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
