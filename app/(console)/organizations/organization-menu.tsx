import type { ReactElement } from 'react';
import { leavePage } from '@/components/hooks/leave-page';
import { useAction } from '@/components/hooks/use-act';
import {
  Menu,
  MenuGroup,
  MenuLabel,
  MenuPopup,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '@/components/ui/menu';
import { toast } from '@/components/ui/toast';
import type { Organization } from '@/lib/staff/staff';
import { switchOrganization } from './switch-organization';

interface OrganizationMenuProps {
  trigger: ReactElement;
  current: Organization;
  organizations: readonly Organization[];
}

export default function OrganizationMenu({ trigger, current, organizations }: OrganizationMenuProps) {
  const { mutate } = useAction(switchOrganization, [], {
    onSuccess: () => window.location.assign('/contacts'),
    onError: (error) => toast.failed(null, error),
  });
  return (
    <Menu defaultOpen>
      <MenuTrigger render={trigger} />
      <MenuPopup align="start" landmark="rail" className="w-56">
        <MenuGroup>
          <MenuLabel>Organizations</MenuLabel>
          <MenuRadioGroup
            value={current.id}
            onValueChange={(id: string) => {
              if (id !== current.id) leavePage(() => mutate({ id }));
            }}
          >
            {organizations.map(({ id, name }) => (
              <MenuRadioItem key={id} value={id} closeOnClick>
                <bdi className="truncate">{name}</bdi>
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
        </MenuGroup>
      </MenuPopup>
    </Menu>
  );
}
