import { ChevronDown } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { BreakableText } from '@/components/ui/breakable-text';
import { Button } from '@/components/ui/button';
import * as Menu from '@/components/ui/menu';
import { RelativeTime } from '@/components/ui/relative-time';
import { type Role, roles } from '@/lib/contract/role';
import type { Colleague, MadeLink } from '@/lib/staff/staff';
import { type LinkPurpose, PersonMenu, roleNames, roleWords, useTeamChange } from './person-menu';
import { setRole } from './team-actions';

interface TeamColumnsOptions {
  /** Id of the signed-in person. */
  you: string;
  onDeactivate(person: Colleague): void;
  onLink(purpose: LinkPurpose, link: MadeLink): void;
}

/** Columns of the team: person, role to choose, two-factor sign-in, last seen, and a menu of actions. */
export const teamColumns = ({ you, onDeactivate, onLink }: TeamColumnsOptions): Column<Colleague>[] => [
  {
    id: 'name',
    label: 'Person',
    cell: (person) => (
      <div className="flex min-w-0 items-center gap-2.5 py-1.5 max-sm:items-start max-sm:py-2.5">
        <Avatar id={person.id} name={person.name} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <bdi className="max-w-full truncate font-medium">{person.name}</bdi>
            {person.id === you ? <Badge tone="accent">You</Badge> : null}
            {person.state === 'invited' ? <Badge tone="warning">Invited</Badge> : null}
            {person.state === 'deactivated' ? <Badge>Deactivated</Badge> : null}
          </p>
          {person.name === person.email ? null : (
            <p className="text-sm font-normal text-muted max-sm:wrap-anywhere max-sm:whitespace-normal sm:truncate">
              <BreakableText text={person.email} />
            </p>
          )}
          <div className="pt-0.5 text-sm font-normal sm:hidden">
            <PersonRole person={person} />
          </div>
        </div>
      </div>
    ),
  },
  {
    id: 'role',
    label: 'Role',
    className: 'flex-none w-28 hidden sm:table-cell',
    cell: (person) => <PersonRole person={person} />,
  },
  {
    id: 'hasTwoFactor',
    label: 'Two-factor',
    className: 'flex-none w-28 hidden lg:table-cell text-muted',
    cell: (person) => (person.state === 'active' ? (person.hasTwoFactor ? 'On' : 'Off') : null),
  },
  {
    id: 'lastSeenAt',
    label: 'Last seen',
    className: 'flex-none w-32 hidden sm:table-cell text-muted',
    cell: (one) => (one.lastSeenAt ? <RelativeTime at={one.lastSeenAt} /> : 'Never'),
  },
  {
    id: 'actions',
    labelHidden: true,
    label: 'Actions',
    className: 'flex-none w-14 text-right! pr-4! md:w-16 md:pr-6!',
    cell: (person) => (
      <PersonMenu person={person} onDeactivate={() => onDeactivate(person)} onLink={onLink} />
    ),
  },
];

/** A person's role as text, with a menu that changes it at once unless the account is deactivated. */
function PersonRole({ person: { id, name, role, state } }: { person: Colleague }) {
  const { mutate, isPending } = useTeamChange(setRole);
  if (state === 'deactivated') return <span className="text-muted">{roleNames[role]}</span>;
  return (
    <Menu.Root>
      <Menu.Trigger
        render={
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Role of ${name}: ${roleNames[role]}`}
            pending={isPending}
            className="-ml-2 font-normal!"
          >
            {roleNames[role]}
            <ChevronDown aria-hidden className="text-muted" />
          </Button>
        }
      />
      <Menu.Popup className="max-w-80" aria-label={`Role of ${name}`}>
        <Menu.RadioGroup value={role} onValueChange={(chosen: Role) => mutate({ id, role: chosen })}>
          {roles.map((one) => (
            <Menu.RadioItem key={one} value={one} label={roleNames[one]} closeOnClick>
              <span className="py-1.5">
                {roleNames[one]}
                <span className="block text-muted">{roleWords[one]}</span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Popup>
    </Menu.Root>
  );
}
