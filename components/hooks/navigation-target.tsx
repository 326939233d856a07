import { usePathname, useSearchParams } from 'next/navigation';
import { createContext, type ReactNode, useContext, useEffect, useOptimistic, useState } from 'react';

export interface Target {
  pathname: string;
  /** Query without `?`. */
  search: string;
}

/** Shows the page of a pending navigation before the server responds. */
const PATIENCE_MILLISECONDS = 40;

const TargetContext = createContext<Target | null>(null);
let setTarget: ((href: string) => void) | null = null;

/** Notes that the router starts to navigate to `href`; called inside of its transition, by instrumentation-client.ts. */
export function startNavigation(href: string): void {
  setTarget?.(href);
}

/** Provides the destination of the pending navigation to `children`. React resets it once that page is shown. */
export function NavigationTarget({ children }: { children: ReactNode }) {
  const [href, setHref] = useOptimistic<string | null>(null);
  useEffect(() => {
    setTarget = setHref;
    return () => void (setTarget = null);
  }, [setHref]);
  return <TargetContext value={href === null ? null : parseTarget(href)}>{children}</TargetContext>;
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
