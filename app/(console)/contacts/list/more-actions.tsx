import type { ReactElement } from 'react';
import * as Menu from '@/components/ui/menu';
import type { Action } from './contact-selection-bar';

interface MoreActionsProps {
  trigger: ReactElement;
  actions: readonly Action[];
}

/** Menu of the actions for which narrow screens have no room, open once mounted. */
export default function MoreActions({ trigger, actions }: MoreActionsProps) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Popup align="end" side="top">
        {actions.map(({ id, label, icon: Icon, run }) => (
          <Menu.Item key={id} onClick={run}>
            <Icon aria-hidden className="text-muted" />
            {label}
          </Menu.Item>
        ))}
      </Menu.Popup>
    </Menu.Root>
  );
}
