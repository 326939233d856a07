'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the keyboard has ⌘ instead of Ctrl; false on the server. */
export function useIsApple(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
}
