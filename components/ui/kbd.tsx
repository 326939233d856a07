import type { ReactNode } from 'react';
import { useIsApple } from '@/components/hooks/use-hydrated';

/** The name of a key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-surface px-1 font-sans text-xs whitespace-nowrap text-muted">
      {children}
    </kbd>
  );
}

/** Shortcut hint next to a save button. */
export function SaveKeys() {
  return (
    <span className="hidden items-center gap-1 text-xs text-muted sm:flex">
      <Kbd>{useIsApple() ? '⌘' : 'Ctrl'}</Kbd>
      <Kbd>Enter</Kbd>
      saves
    </span>
  );
}
