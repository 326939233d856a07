import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { type ActionAnswer, ActionError, callAction } from './call-action';

interface ConfirmActionProps {
  title: string;
  description: ReactNode;
  action: string;
  call(organization: string): Promise<ActionAnswer<unknown>>;
  /** Refetched before the dialog closes. */
  invalidates?: readonly QueryKey[];
  onDone(): void;
  onClose(): void;
}

/** Confirms and runs an action. A 404 counts as done: someone else did it first. */
export function ConfirmAction({ call, invalidates = [], onDone, onClose, ...dialog }: ConfirmActionProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callAction((_, organization) => call(organization), undefined).catch((cause: unknown) => {
        if (!(cause instanceof ActionError) || cause.refused.code !== 'NOT_FOUND') throw cause;
      }),
    onSuccess: async () => {
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onDone();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      pending={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
