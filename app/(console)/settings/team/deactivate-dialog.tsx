'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAction } from '@/components/form/call-action';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { Colleague } from '@/lib/staff/staff';
import { confirmed } from '../../confirm-password/confirmed';
import { deactivate } from './team-actions';
import { teamOptions } from './team-queries';

/** Confirms that somebody loses access, or that an invitation is taken back. */
export function DeactivateDialog({ person, onClose }: { person: Colleague; onClose(): void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () => callAction(confirmed(() => deactivate({ id: person.id }))),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: teamOptions().queryKey });
      toast.success(`Deactivated ${person.name}`);
      onClose();
    },
  });
  const isInvited = person.state === 'invited';
  return (
    <ConfirmDialog
      title={isInvited ? `Take back the invitation of ${person.name}?` : `Deactivate ${person.name}?`}
      description={
        isInvited
          ? 'The link stops working.'
          : 'They are signed out and lose access at once. What they did stays. You can reactivate them.'
      }
      action={isInvited ? 'Take back' : 'Deactivate'}
      pending={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
