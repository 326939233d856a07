import { useHydrated } from './use-hydrated';

/** Whether the keyboard has ⌘ instead of Ctrl; false on the server. */
export const useIsApple = (): boolean => useHydrated() && /mac|iphone|ipad/i.test(navigator.userAgent);
