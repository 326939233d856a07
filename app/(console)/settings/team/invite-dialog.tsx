import { findProblems } from '@/components/form/contract-errors';
import { FormDialog } from '@/components/form/form-dialog';
import { useActionForm } from '@/components/form/use-action-form';
import { useAction } from '@/components/hooks/use-operation';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { roles } from '@/lib/contract/role';
import { type InvitationInput, invitationInput } from '@/lib/staff/account';
import type { MadeLink } from '@/lib/staff/staff';
import { roleNames, roleWords } from './person-menu';
import { invite } from './team-actions';

/** Invites a person by email. `onMade` gets the link, to show it once. */
export function InviteDialog({ onClose, onMade }: { onClose(): void; onMade(link: MadeLink): void }) {
  const { mutateAsync } = useAction(invite, ['team']);
  const actionForm = useActionForm<InvitationInput, MadeLink>({
    defaultValues: { email: '', role: 'viewer' },
    check: (values) => findProblems(invitationInput, values),
    send: mutateAsync,
    onSent: onMade,
  });
  const { form } = actionForm;
  return (
    <FormDialog
      {...actionForm}
      title="Invite to the team"
      description="You get an invitation link, which you send yourself."
      action="Invite"
      onClose={onClose}
    >
      <Field label="Email" error={form.formState.errors.email?.message} required>
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
    </FormDialog>
  );
}
