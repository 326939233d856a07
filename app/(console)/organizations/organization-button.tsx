import { ChevronsUpDown } from 'lucide-react';
import { lazy, useEffect, useLayoutEffect } from 'react';
import { showOrganization } from '@/components/hooks/reply';
import { chunkLoadFailed } from '@/components/ui/chunk-load-failed';
import { LazyOnPress } from '@/components/ui/lazy-on-press';
import { Mark, Wordmark } from '@/components/ui/wordmark';
import type { Organization } from '@/lib/staff/staff';

const OrganizationMenu = lazy(() => import('./organization-menu').catch(chunkLoadFailed));

interface OrganizationButtonProps {
  current: Organization;
  organizations: readonly Organization[];
}

/** The current organization with a menu to switch; just a wordmark if there is only one. */
export function OrganizationButton({ current, organizations }: OrganizationButtonProps) {
  useShownOrganization(current.id);
  if (organizations.length < 2) return <Wordmark organization={current} />;
  const face = (
    <button
      type="button"
      className="flex h-9 min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover active:bg-line data-popup-open:bg-hover"
    >
      <Mark logo={current.logo} />
      <span className="sr-only">Organization: </span>
      <bdi className="min-w-0 flex-1 truncate text-base font-semibold">{current.name}</bdi>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
    </button>
  );
  return (
    <LazyOnPress face={face}>
      <OrganizationMenu trigger={face} current={current} organizations={organizations} />
    </LazyOnPress>
  );
}

/**
 * Makes the requests of this tab name its organization, and opens the contacts in other tabs of this browser that show
 * another one. A tab that stays to keep a form is refused by the server.
 */
function useShownOrganization(id: string): void {
  // A layout effect, so that the organization is set before a press can send a request.
  useLayoutEffect(() => showOrganization(id), [id]);
  useEffect(() => {
    const channel = new BroadcastChannel('roster-organization');
    let latest = id;
    channel.addEventListener('message', ({ data }) => {
      // Each reloading tab announces the organization again. A form with unsaved changes must ask only once.
      if (data === latest) return;
      latest = data;
      if (data !== id) window.location.assign('/contacts');
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows only
    channel.postMessage(id);
    return () => channel.close();
  }, [id]);
}
