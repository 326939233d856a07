'use client';

import dynamic from 'next/dynamic';
import { useEffect, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted, setToastsReady, wantToasts } from './toast';

const Toasts = dynamic(() => import('./toasts').catch(() => ({ default: ToastsGone })), { ssr: false });
/** Milliseconds after which toasts are loaded unless one comes before: not while the page itself is. */
const LATER = 3_000;

/** Where toasts are shown, once they are loaded. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onToastsWanted, areToastsWanted, () => false);
  useEffect(() => {
    const timer = setTimeout(wantToasts, LATER);
    return () => clearTimeout(timer);
  }, []);
  return isWanted ? <Toasts onReady={setToastsReady} /> : null;
}

/** Shown where they could not be loaded, because the network or this build has gone: what they would tell must not be lost. */
function ToastsGone() {
  return (
    <p
      role="alert"
      className="fixed inset-x-4 top-2.5 z-50 rounded-lg border border-line bg-raised p-3 shadow-dialog"
    >
      Notifications could not be loaded. Reload the page.
    </p>
  );
}
