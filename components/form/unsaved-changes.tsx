import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { askBeforeLeaving } from './leave-page';

/** The navigation to confirm. */
type Departure =
  | { kind: 'link'; href: string }
  | { kind: 'history'; key: string }
  | { kind: 'code'; go(): void };

/** While `when` is true, confirms before a link, the back button, `leavePage` or closing the tab loses changes. */
export function UnsavedChanges({ when }: { when: boolean }) {
  const router = useRouter();
  const [departure, setDeparture] = useState<Departure | null>(null);
  const leaving = useRef(false);

  useEffect(() => {
    if (!when) return;
    leaving.current = false;
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const href = leaving.current ? null : leavingHref(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setDeparture({ kind: 'link', href });
    };
    const stopHistory = watchHistory((key) => {
      if (leaving.current) return false;
      setDeparture({ kind: 'history', key });
      return true;
    });
    const stopAsking = askBeforeLeaving((go) => setDeparture({ kind: 'code', go }));
    window.addEventListener('beforeunload', beforeUnload);
    // In the capture phase, before the router's listener.
    document.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', click, { capture: true });
      stopHistory();
      stopAsking();
      // Saved meanwhile: close the dialog.
      setDeparture(null);
    };
  }, [when]);

  function leave() {
    if (departure === null) return;
    leaving.current = true;
    setDeparture(null);
    if (departure.kind === 'history') void historyOf(window)?.traverseTo(departure.key);
    else if (departure.kind === 'link') router.push(departure.href);
    else departure.go();
  }

  if (departure === null) return null;
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      description="Your changes have not been saved."
      action="Discard changes"
      cancel="Keep editing"
      onConfirm={leave}
      onClose={() => setDeparture(null)}
    />
  );
}

/** Path that a click would open in this tab; `null` if none. */
function leavingHref(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || (link.target && link.target !== '_self')) return null;
  if (link.hasAttribute('download') || link.origin !== window.location.origin) return null;
  if (link.pathname === window.location.pathname && link.search === window.location.search) return null;
  return link.pathname + link.search + link.hash;
}

/** The used part of the Navigation API, which older browsers lack. */
interface History extends EventTarget {
  traverseTo(key: string): unknown;
}

interface NavigateEvent extends Event {
  navigationType: string;
  destination: { key: string };
}

function historyOf(holder: Window): History | undefined {
  return (holder as unknown as { navigation?: History }).navigation;
}

/** Calls `onLeave` before going back or forward, and cancels that if it returns true. */
function watchHistory(onLeave: (key: string) => boolean): () => void {
  const history = historyOf(window);
  const listener = (event: Event) => {
    const { navigationType, cancelable, destination } = event as NavigateEvent;
    if (navigationType === 'traverse' && cancelable && onLeave(destination.key)) event.preventDefault();
  };
  history?.addEventListener('navigate', listener);
  return () => history?.removeEventListener('navigate', listener);
}
