'use client';

import { useMay } from '../console-providers';
import { useCapabilities, useConnection } from '../service-provider';

/** The pages of the settings that this person may open. */
export function useSettingsPages(): { href: string; label: string }[] {
  const mayManageTokens = useMay('tokens:manage');
  const can = useCapabilities();
  const connection = useConnection();
  return [
    ...(connection ? [{ href: '/settings/connection', label: 'Connection' }] : []),
    ...(mayManageTokens && can.listTokens ? [{ href: '/settings/tokens', label: 'API tokens' }] : []),
    { href: '/settings/api', label: 'API reference' },
  ];
}
