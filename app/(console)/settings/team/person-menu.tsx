import { Ellipsis } from 'lucide-react';
import type { ActionResult } from '@/app/action';
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

/** What an admin can do with somebody of the team. */
export function PersonMenu({ person, onDeactivate, onLink }: PersonMenuProps) {
  const { mutateAsync, isPending } = useTeamChange();
  const { id, name, state } = person;

  /** Runs a change; what failed is told already. */
  function run<T>(call: () => Promise<ActionResult<T>>, then: (data: T) => void) {
    mutateAsync(call).then(
      (data) => then(data as T),
      () => {},
    );
  }

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
        {state === 'invited' ? (
          <MenuItem
            onClick={() =>
              run(
                () => newInvitationLink({ id }),
                (link) => onLink('join', link),
              )
            }
          >
            New invitation link
          </MenuItem>
        ) : null}
        {state === 'active' ? (
          <MenuItem
            onClick={() =>
              run(
                () => newResetLink({ id }),
                (link) => onLink('reset-password', link),
              )
            }
          >
            Reset password
          </MenuItem>
        ) : null}
        {person.hasTwoFactor ? (
          <MenuItem
            onClick={() =>
              run(
                () => turnOffTwoFactorOf({ id }),
                () => toast.success(`Two-factor sign-in of ${name} is off`),
              )
            }
          >
            Turn off two-factor
          </MenuItem>
        ) : null}
        {state === 'deactivated' ? (
          <MenuItem
            onClick={() =>
              run(
                () => reactivate({ id }),
                () => toast.success(`Reactivated ${name}`),
              )
            }
          >
            Reactivate
          </MenuItem>
        ) : (
          <MenuItem danger onClick={onDeactivate}>
            {state === 'invited' ? 'Take back invitation' : 'Deactivate'}
          </MenuItem>
        )}
      </MenuPopup>
    </Menu>
  );
}
