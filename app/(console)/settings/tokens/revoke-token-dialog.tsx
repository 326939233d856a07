'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ActionError, callAction } from '@/components/form/call-action';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { ApiToken } from '@/lib/contract/token';
import { revokeToken } from './token-actions';
import { tokenListOptions } from './token-queries';

/** Confirms the revocation of a token. */
export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose(): void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      callAction(revokeToken({ id: token.id })).catch((cause: unknown) => {
        // Someone else has already revoked it.
        if (!(cause instanceof ActionError) || cause.refused.code !== 'NOT_FOUND') throw cause;
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: tokenListOptions().queryKey });
      toast.success(`Revoked ${token.name}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      description="Programs that use it lose access at once. This cannot be undone."
      action="Revoke"
      pending={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
