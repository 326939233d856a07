import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { keepsDrafts } from '@/components/hooks/drafts';
import { askBeforeLeaving } from '@/components/hooks/leave-page';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** While `when` is true, confirms before a link, the back button, `leavePage` or closing the tab loses changes. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const router = useRouter();
  const [departure, setDeparture] = useState<{ go(): void } | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!when) return;
    leaving.current = false;
    const end = new AbortController();
    const { signal } = end;
    const onUnload = (event: BeforeUnloadEvent) => {
      // `keepDrafts` has made the typed values survive this reload.
      if (!leaving.current && !keepsDrafts()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = leaving.current ? null : leavingHref(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setDeparture({ go: () => router.push(href) });
    };
    // Older browsers lack the Navigation API.
    const { navigation } = window as Partial<Window>;
    const onNavigate = (event: NavigateEvent) => {
      if (leaving.current || event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      setDeparture({ go: () => void navigation?.traverseTo(key) });
    };
    const stopAsking = askBeforeLeaving((go) => setDeparture({ go }));
    window.addEventListener('beforeunload', onUnload, { signal });
    // In the capture phase, before the router's listener.
    document.addEventListener('click', onClick, { capture: true, signal });
    navigation?.addEventListener('navigate', onNavigate, { signal });
    return () => {
      end.abort();
      stopAsking();
      // A save that ended while the dialog was open closes it.
      setDeparture(null);
    };
  }, [when, router]);

  if (departure === null) return null;
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      description="Your changes have not been saved."
      action="Discard changes"
      cancel="Keep editing"
      onConfirm={() => {
        leaving.current = true;
        setDeparture(null);
        departure.go();
      }}
      onClose={() => setDeparture(null)}
    />
  );
}

/** Path that a click would open in this tab; `null` if none, or if it is on the same page. */
function leavingHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null;
  if (link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  if (link.pathname === window.location.pathname && link.search === window.location.search) return null;
  return link.pathname + link.search + link.hash;
}
