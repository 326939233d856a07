'use client';

import { useSyncExternalStore } from 'react';
import { Kbd } from '@/components/ui/kbd';

const never = () => () => {};

/** Beside a save button: the keys that do the same, as they are on this machine's keyboard. */
export function SaveKeys() {
  const apple = useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
  return (
    <span className="ml-auto hidden items-center gap-1 text-xs text-muted sm:flex">
      <Kbd>{apple ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>Enter</Kbd>
      saves
    </span>
  );
}
