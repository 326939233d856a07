import { Ellipsis } from 'lucide-react';
import type { ActionResult } from '@/app/server/action';
import { callAction } from '@/components/form/call-action';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Colleague, MadeLink } from '@/lib/staff/staff';
import { newInvitationLink, newResetLink, reactivate, turnOffTwoFactorOf } from './team-actions';
import type { LinkPurpose } from './team-list';
import { useTeamChange } from './use-team-change';

interface PersonMenuProps {
  person: Colleague;
  onDeactivate(): void;
  onLink(purpose: LinkPurpose, link: MadeLink): void;
}

export function PersonMenu({ person, onDeactivate, onLink }: PersonMenuProps) {
  const { mutate, isPending } = useTeamChange();
  const { id, name, state } = person;

  type Change<T> = (input: { id: string }, organization: string) => Promise<ActionResult<T>>;
  const item = <T,>(label: string, change: Change<T>, then: (data: T) => void) => (
    <MenuItem onClick={() => mutate(() => callAction(change, { id }).then(then))}>{label}</MenuItem>
  );

  return (
    <Menu>
      <MenuTrigger
        render={
          <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`} pending={isPending}>
            {isPending ? null : <Ellipsis aria-hidden className="text-muted" />}
          </Button>
        }
      />
      <MenuPopup align="end">
        {state === 'invited'
          ? item('New invitation link', newInvitationLink, (link) => onLink('join', link))
          : null}
        {state === 'active'
          ? item('Reset password', newResetLink, (link) => onLink('reset-password', link))
          : null}
        {person.hasTwoFactor
          ? item('Turn off two-factor', turnOffTwoFactorOf, () =>
              toast.success(`Two-factor sign-in of ${name} is off`),
            )
          : null}
        {state === 'deactivated' ? (
          item('Reactivate', reactivate, () => toast.success(`Reactivated ${name}`))
        ) : (
          <MenuItem danger onClick={onDeactivate}>
            {state === 'invited' ? 'Take back invitation' : 'Deactivate'}
          </MenuItem>
        )}
      </MenuPopup>
    </Menu>
  );
}
