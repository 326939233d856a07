'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until the page's script runs; a form is disabled as long. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
