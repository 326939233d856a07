'use client';

import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { areToastsWanted, subscribeToToasts } from './toast';

const load = () => import('./toaster');
const Toaster = lazy(load);

/** Where messages appear; call `toast`. What shows them is fetched when somebody begins to work. */
export function ToastRegion() {
  const wanted = useSyncExternalStore(subscribeToToasts, areToastsWanted, () => false);
  useEffect(() => {
    const begun = new AbortController();
    // Not only with the first message: that may be the one that the connection is lost.
    const prepare = () => {
      begun.abort();
      setTimeout(() => void load().catch(() => {}), AFTERWARDS);
    };
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, prepare, { signal: begun.signal, passive: true });
    return () => begun.abort();
  }, []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

/** Milliseconds: what the first interaction is about comes first. */
const AFTERWARDS = 500;
