import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and until hydration; forms are disabled until then. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
