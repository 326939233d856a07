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
  /** It is being done: until that has ended the dialog stays. */
  pending?: boolean;
  /** Something has to be filled in first. */
  disabled?: boolean;
  /** Why it was not done, in words. */
  problem?: ReactNode;
  /** Lets a refusal bring the focus to it. */
  problemRef?: Ref<HTMLDivElement>;
  onConfirm(): void;
  /** While it is being done `cancel` stops it; without this it is waited for. */
  onStop?(): void;
  onClose(): void;
  /** What has the focus when it is closed; what had it before otherwise. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** What has to be filled in, or how far it is. The focus begins at the first control; without one, at `cancel`. */
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
  // Enter in a field. The button is none of the form: browsers abort a walk through the history that begins in a submit.
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
