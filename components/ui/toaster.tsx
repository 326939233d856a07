'use client';

import dynamic from 'next/dynamic';
import { useEffect, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted, setToastsReady, wantToasts } from './toast';

const Toasts = dynamic(() => import('./toasts'), { ssr: false });
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
