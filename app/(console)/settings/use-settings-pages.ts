import { useMay } from '../console-providers';
import { useCapabilities, useConnection } from '../service-provider';

export function useSettingsPages(): { href: string; label: string }[] {
  const mayManageTokens = useMay('tokens:manage');
  const mayManageStaff = useMay('staff:manage');
  const can = useCapabilities();
  const connection = useConnection();
  return [
    { href: '/settings/profile', label: 'Profile' },
    ...(mayManageStaff
      ? [
          { href: '/settings/team', label: 'Team' },
          { href: '/settings/organization', label: 'Organization' },
        ]
      : []),
    ...(connection ? [{ href: '/settings/connection', label: 'Connection' }] : []),
    ...(mayManageTokens && can.listTokens ? [{ href: '/settings/tokens', label: 'API tokens' }] : []),
    { href: '/settings/api', label: 'API reference' },
  ];
}
