'use client';

import { useMay } from '../console-providers';
import { useService } from '../service-provider';

/** The pages of the settings that this person may open. */
export function useSettingsPages(): { href: string; label: string }[] {
  const mayManageTokens = useMay('tokens:manage');
  const { lacking, connection } = useService();
  return [
    ...(connection ? [{ href: '/settings/connection', label: 'Connection' }] : []),
    ...(mayManageTokens && !lacking.listTokens ? [{ href: '/settings/tokens', label: 'API tokens' }] : []),
    { href: '/settings/api', label: 'API reference' },
  ];
}
