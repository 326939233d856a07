import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useOptimistic, useState } from 'react';

export interface Target {
  pathname: string;
  /** Query without `?`. */
  search: string;
}

/** Shows the page of a pending navigation before the server responds. */
const PATIENCE_MILLISECONDS = 40;

const TargetContext = createContext<Target | null>(null);
type NavigationType = 'push' | 'replace' | 'traverse';
let setTarget: ((navigation: { href: string; type: NavigationType }) => void) | null = null;

/** Notes that the router starts to navigate to `href`; called inside of its transition, by instrumentation-client.ts. */
export function startNavigation(href: string, type: NavigationType): void {
  setTarget?.({ href, type });
}

/** Provides the destination of the pending navigation to `children`. React resets it once that page is shown. */
export function NavigationTarget({ children }: { children: ReactNode }) {
  const [pending, setPending] = useOptimistic<Parameters<NonNullable<typeof setTarget>>[0] | null>(null);
  useEffect(() => {
    setTarget = setPending;
    return () => void (setTarget = null);
  }, [setPending]);
  useBackWhile(pending?.type === 'push');
  return <TargetContext value={pending && parseTarget(pending.href)}>{children}</TargetContext>;
}

/** While a page is pushed, which is not in the history yet, makes Back return to the page that it was opened from. */
function useBackWhile(isPushed: boolean): void {
  const router = useRouter();
  useEffect(() => {
    // Older browsers lack the Navigation API.
    const { navigation } = window as Partial<Window>;
    if (!isPushed || !navigation) return;
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      // Takes the place of the pending navigation.
      router.replace(window.location.pathname + window.location.search);
    };
    navigation.addEventListener('navigate', onNavigate);
    return () => navigation.removeEventListener('navigate', onNavigate);
  }, [isPushed, router]);
}

/** The location that is navigated to, or else the one that is shown. */
export function useTarget(): Target & { isPending: boolean } {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const target = useContext(TargetContext);
  const isPending = target !== null && (target.pathname !== pathname || target.search !== search);
  return { ...(isPending ? target : { pathname, search }), isPending };
}

/** The location that is navigated to; `null` if there is none, or the navigation has just begun and may be fast. */
export function useSlowTarget(): Target | null {
  const { isPending, ...target } = useTarget();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isPending && isSlow ? target : null;
}

function parseTarget(href: string): Target {
  const { pathname, searchParams } = new URL(href, window.location.href);
  return { pathname, search: searchParams.toString() };
}
