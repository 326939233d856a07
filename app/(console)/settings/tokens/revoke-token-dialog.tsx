'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_ANSWER } from '@/components/form/use-contract-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { ApiToken } from '@/lib/contract/token';
import { revokeToken } from './token-actions';
import { tokenListOptions } from './token-queries';

/** Asks before a token is revoked: there is no way back, and programs stop working. */
export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose(): void }) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function revoke() {
    setPending(true);
    const result = await revokeToken({ id: token.id }).catch(() => ({
      ok: false as const,
      error: NO_ANSWER,
    }));
    setPending(false);
    // Somebody else revoked it a moment ago: what was asked for is so.
    if (!result.ok && result.error.code !== 'NOT_FOUND') return setRefusal(result.error.message);
    await queryClient.invalidateQueries({ queryKey: tokenListOptions().queryKey });
    toast.success(`Revoked ${token.name}`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Revoke ${token.name}?`}
      description="Programs that use it are refused from their next request on. This cannot be undone."
      action="Revoke"
      pending={pending}
      problem={refusal}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
