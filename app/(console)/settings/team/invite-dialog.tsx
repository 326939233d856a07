'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type ActionError, callAction } from '@/components/form/call-action';
import { problemsOf } from '@/components/form/contract-errors';
import { FormRefusal } from '@/components/form/form-refusal';
import { saveByKey, useContractForm } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { type InvitationInput, invitationInput } from '@/lib/staff/account';
import { roles } from '@/lib/staff/roles';
import type { MadeLink } from '@/lib/staff/staff';
import { confirmed } from '../../confirm-password/confirmed';
import { roleNames, roleWords } from './role-words';
import { invite } from './team-actions';
import { teamOptions } from './team-queries';

const fields = ['email', 'role'] as const;

/** Invites somebody to the team. */
export function InviteDialog({ onClose, onMade }: { onClose(): void; onMade(link: MadeLink): void }) {
  const queryClient = useQueryClient();
  const id = useId();
  const { form, refuse, alertRef } = useContractForm<InvitationInput>({
    fields,
    defaultValues: { email: '', role: 'viewer' },
    check: (values) => problemsOf(invitationInput, values),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: (values: InvitationInput) => callAction(confirmed(() => invite(values))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamOptions().queryKey }),
  });
  const save = form.handleSubmit((values) =>
    mutateAsync(values).then(onMade, ({ refused }: ActionError) => refuse(refused)),
  );
  return (
    <Dialog
      open
      holds={isDirty}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Invite to the team"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Create invitation
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={save} onKeyDown={saveByKey} className="flex flex-col gap-4">
        <FormRefusal ref={alertRef} error={errors.root} />
        <Field label="Email" error={errors.email?.message} required>
          <Input {...form.register('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label="Role" description={roleWords[form.watch('role')]}>
          <Select {...form.register('role')}>
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleNames[role]}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </Dialog>
  );
}
