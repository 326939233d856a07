import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '@/components/hooks/call-error';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorText } from '@/components/ui/error-text';

interface ConfirmActionProps {
  title: string;
  description: ReactNode;
  action: string;
  /** Whether it takes nothing away. */
  harmless?: boolean;
  /** The change to confirm: `mutateAsync` of `useOperation` or `useAction`. */
  run(): Promise<unknown>;
  onDone(): void;
  onClose(): void;
  /** Inputs. */
  children?: ReactNode;
}

/** Asks for confirmation and runs a change. A 404 counts as done, because someone else did it first. */
export function ConfirmAction({ run, onDone, onClose, ...dialog }: ConfirmActionProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      run().catch((cause: unknown) => {
        if (!(cause instanceof CallError) || cause.code !== 'NOT_FOUND') throw cause;
      }),
    onSuccess: () => {
      onDone();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      pending={isPending}
      problem={error && <ErrorText error={error} />}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
