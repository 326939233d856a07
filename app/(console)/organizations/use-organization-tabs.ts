import { useEffect } from 'react';
import { SHOWN_ORGANIZATION } from '@/app/shown-organization';

/** Id of the organization that this tab shows. */
export let shownOrganization = '';

/**
 * Reloads the other tabs of this browser when another organization is opened here. Tabs that stay, to keep a form, name the
 * organization that they show in each request, and the server refuses them.
 */
export function useOrganizationTabs(id: string): void {
  useEffect(() => {
    shownOrganization = id;
    const channel = new BroadcastChannel('roster-organization');
    channel.addEventListener('message', ({ data }) => {
      if (data !== id) window.location.assign('/contacts');
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows only
    channel.postMessage(id);
    const { fetch } = window;
    // Nothing else reaches the calls of server actions, which are Next's.
    window.fetch = (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set(SHOWN_ORGANIZATION, id);
      return fetch(input, { ...init, headers });
    };
    return () => {
      channel.close();
      window.fetch = fetch;
    };
  }, [id]);
}
