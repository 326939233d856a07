'use client';

import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { PlainToasts } from './plain-toasts';
import { subscribeToToasts, type WaitingToast, waitingToasts } from './toast';

const load = () => import('./toaster');
const none: readonly WaitingToast[] = [];

/** Where messages appear; call `toast`. What shows them is fetched when somebody begins to work. */
export function ToastRegion() {
  const waiting = useSyncExternalStore(subscribeToToasts, waitingToasts, () => none);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);
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
  useEffect(() => {
    if (Toaster || waiting.length === 0) return;
    load().then(
      (loaded) => setToaster(() => loaded.default),
      () => setFailed(true),
    );
  }, [Toaster, waiting]);
  if (Toaster) return <Toaster />;
  return failed ? <PlainToasts toasts={waiting} /> : null;
}

/** Milliseconds: what the first interaction is about comes first. */
const AFTERWARDS = 500;
