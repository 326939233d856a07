import type { ReactElement } from 'react';
import { leavePage } from '@/components/hooks/leave-page';
import { useAction } from '@/components/hooks/use-operation';
import * as Menu from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Organization } from '@/lib/staff/staff';
import { switchOrganization } from './switch-organization';

interface OrganizationMenuProps {
  trigger: ReactElement;
  current: Organization;
  organizations: readonly Organization[];
}

/** Menu that switches to another organization and opens its contacts, after a confirmation if changes would be lost. */
export default function OrganizationMenu({ trigger, current, organizations }: OrganizationMenuProps) {
  const { mutate } = useAction(switchOrganization, [], {
    onSuccess: () => window.location.assign('/contacts'),
    onError: (error) => toast.failed(null, error),
  });
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Popup align="start" landmark="rail" className="w-56">
        <Menu.Group>
          <Menu.Label>Organizations</Menu.Label>
          <Menu.RadioGroup
            value={current.id}
            onValueChange={(id: string) => {
              if (id !== current.id) leavePage(() => mutate({ id }));
            }}
          >
            {organizations.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={id} closeOnClick>
                <bdi className="truncate">{name}</bdi>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Group>
      </Menu.Popup>
    </Menu.Root>
  );
}
