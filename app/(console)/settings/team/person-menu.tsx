import { Ellipsis } from 'lucide-react';
import type { Action } from '@/components/hooks/call-action';
import { useAction } from '@/components/hooks/use-operation';
import { Button } from '@/components/ui/button';
import * as Menu from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Role } from '@/lib/contract/role';
import type { Colleague, MadeLink } from '@/lib/staff/staff';
import { newInvitationLink, newResetLink, reactivate, turnOffTwoFactorOf } from './team-actions';

/** Purpose of a link, named after the page that it opens. */
export type LinkPurpose = 'join' | 'reset-password';

interface PersonMenuProps {
  person: Colleague;
  onDeactivate(): void;
  onLink(purpose: LinkPurpose, link: MadeLink): void;
}

/** Actions on a person: new links, reset two-factor, reactivate, deactivate or revoke the invitation. */
export function PersonMenu({ person, onDeactivate, onLink }: PersonMenuProps) {
  const { id, name, state, hasTwoFactor } = person;
  const invitation = useTeamChange(newInvitationLink, (link) => onLink('join', link));
  const reset = useTeamChange(newResetLink, (link) => onLink('reset-password', link));
  const turnOff = useTeamChange(turnOffTwoFactorOf, () =>
    toast.success(`Two-factor sign-in of ${name} is off`),
  );
  const reactivation = useTeamChange(reactivate, () => toast.success(`Reactivated ${name}`));
  const isPending = [invitation, reset, turnOff, reactivation].some((change) => change.isPending);

  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} pending={isPending}>
            {isPending ? null : <Ellipsis aria-hidden className="text-muted" />}
          </Button>
        }
      />
      <Menu.Popup align="end">
        {state === 'invited' ? (
          <Menu.Item onClick={() => invitation.mutate({ id })}>New invitation link</Menu.Item>
        ) : null}
        {state === 'active' ? (
          <Menu.Item onClick={() => reset.mutate({ id })}>Reset password</Menu.Item>
        ) : null}
        {hasTwoFactor ? (
          <Menu.Item onClick={() => turnOff.mutate({ id })}>Turn off two-factor</Menu.Item>
        ) : null}
        {state === 'deactivated' ? (
          <Menu.Item onClick={() => reactivation.mutate({ id })}>Reactivate</Menu.Item>
        ) : (
          <Menu.Item danger onClick={onDeactivate}>
            {state === 'invited' ? 'Revoke invitation' : 'Deactivate'}
          </Menu.Item>
        )}
      </Menu.Popup>
    </Menu.Root>
  );
}

/** Runs an action on the team and reports failures in a toast. */
export const useTeamChange = <I, T>(action: Action<I, T>, onSuccess?: (data: T) => unknown) =>
  useAction(action, ['team'], { onSuccess, onError: (error) => toast.failed(null, error) });

export const roleNames: Record<Role, string> = { admin: 'Admin', editor: 'Editor', viewer: 'Viewer' };

export const roleWords: Record<Role, string> = {
  admin: 'Everything, including team and API tokens',
  editor: 'Creates, changes and deletes contacts, segments and referral codes',
  viewer: 'Can see and export everything, change nothing',
};
