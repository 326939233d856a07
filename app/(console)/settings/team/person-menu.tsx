import { Ellipsis } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Colleague, MadeLink } from '@/lib/staff/staff';
import { newInvitationLink, newResetLink, reactivate, turnOffTwoFactorOf } from './team-actions';
import type { LinkPurpose } from './team-list';
import { type TeamChange, useTeamChange } from './use-team-change';

interface PersonMenuProps {
  person: Colleague;
  onDeactivate(): void;
  onLink(purpose: LinkPurpose, link: MadeLink): void;
}

export function PersonMenu({ person, onDeactivate, onLink }: PersonMenuProps) {
  const { mutateAsync, isPending } = useTeamChange();
  const { id, name, state } = person;

  /** An item that makes a change; `useTeamChange` reports failures. */
  const item = <T,>(label: string, call: TeamChange<T>, then: (data: T) => void) => (
    <MenuItem
      onClick={() =>
        void mutateAsync(call)
          .then((data) => then(data as T))
          .catch(() => {})
      }
    >
      {label}
    </MenuItem>
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
          ? item(
              'New invitation link',
              (organization) => newInvitationLink({ id }, organization),
              (link) => onLink('join', link),
            )
          : null}
        {state === 'active'
          ? item(
              'Reset password',
              (organization) => newResetLink({ id }, organization),
              (link) => onLink('reset-password', link),
            )
          : null}
        {person.hasTwoFactor
          ? item(
              'Turn off two-factor',
              (organization) => turnOffTwoFactorOf({ id }, organization),
              () => toast.success(`Two-factor sign-in of ${name} is off`),
            )
          : null}
        {state === 'deactivated' ? (
          item(
            'Reactivate',
            (organization) => reactivate({ id }, organization),
            () => toast.success(`Reactivated ${name}`),
          )
        ) : (
          <MenuItem danger onClick={onDeactivate}>
            {state === 'invited' ? 'Take back invitation' : 'Deactivate'}
          </MenuItem>
        )}
      </MenuPopup>
    </Menu>
  );
}
