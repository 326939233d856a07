import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and before hydration, while forms are disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether the keyboard has ⌘ instead of Ctrl; false on the server. */
export const useIsApple = (): boolean => useHydrated() && /mac|iphone|ipad/i.test(navigator.userAgent);
