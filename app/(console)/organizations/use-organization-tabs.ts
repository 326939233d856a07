import { useEffect } from 'react';

const CHANNEL = 'roster-organization';

/** Reloads the tab when another tab switches the organization. */
export function useOrganizationTabs(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => window.location.assign('/contacts'));
    return () => channel.close();
  }, []);
}

/** Shows the organization that was switched to, here and in the other tabs. */
export function showOrganization(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows only
  channel.postMessage(null);
  channel.close();
  window.location.assign('/contacts');
}
