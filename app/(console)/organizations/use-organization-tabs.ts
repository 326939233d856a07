import { useEffect } from 'react';
import { showOrganization } from '@/app/shown-organization';

/**
 * Reloads the other tabs of this browser when another organization is opened here. Tabs that stay, to keep a form, name the
 * organization that they show in each request, and the server refuses them.
 */
export function useOrganizationTabs(id: string): void {
  useEffect(() => {
    showOrganization(id);
    const channel = new BroadcastChannel('roster-organization');
    let latest = id;
    channel.addEventListener('message', ({ data }) => {
      // Each tab that reloads announces the same; a form with unsaved changes asks once.
      if (data === latest) return;
      latest = data;
      if (data !== id) window.location.assign('/contacts');
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows only
    channel.postMessage(id);
    return () => channel.close();
  }, [id]);
}
