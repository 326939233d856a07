'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useRef,
  useTransition,
} from 'react';
import { type Parameters, readUrl, type StateOf, writeUrl } from './url-state';

/**
 * State that stands in the URL of the page. What is changed shows at once, or, where it replaces the entry of the history,
 * when the router has followed; further changes begin with it. Then, or where somebody went back meanwhile, it is what the
 * URL says. The third value is whether the router is still to follow a change.
 *
 * @param parameters must be the same object each time, and
 * @param foresee the same function: it is told what the state will be, a frame or two before anything is rendered with it.
 */
export function useUrlState<P extends Parameters>(parameters: P, foresee?: (next: StateOf<P>) => void) {
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const inUrl = useMemo(() => readUrl(parameters, searchParams), [parameters, searchParams]);
  const [state, show] = useOptimistic(inUrl);
  const [isPending, startTransition] = useTransition();
  const latest = useRef(state);
  // Also where a change led to nothing, because somebody went back before the router followed: the next one begins with
  // what is shown.
  useLayoutEffect(() => {
    if (!isPending) latest.current = state;
  }, [state, isPending]);

  /** What is changed before the router follows the history, which it does from when its effects have run: the last of all. */
  const early = useRef<(() => void)[] | null>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const changes = early.current ?? [];
      early.current = null;
      for (const go of changes) go();
    });
    return () => clearTimeout(timer);
  }, []);

  const apply = useCallback(
    (values: Partial<StateOf<P>>, history: 'push' | 'replace') => {
      // Somebody has gone to another page meanwhile.
      if (window.location.pathname !== pathname) return;
      // Not from the location: the router writes an earlier change there while a later one is on its way.
      const next = { ...latest.current, ...values };
      const query = writeUrl(parameters, next);
      // The second click of two on one button: one way back is enough.
      if (query === writeUrl(parameters, latest.current)) return;
      latest.current = next;
      foresee?.(next);
      startTransition(() => {
        // Typing is not to wait for what it changes.
        if (history === 'push') show(next);
        window.history[`${history}State`](null, '', pathname + (query && `?${query}`));
      });
    },
    [parameters, pathname, show, foresee],
  );
  const change = useCallback(
    (values: Partial<StateOf<P>>, history: 'push' | 'replace' = 'push') => {
      const go = () => apply(values, history);
      if (early.current) early.current.push(go);
      else go();
    },
    [apply],
  );

  return [state, change, isPending] as const;
}
