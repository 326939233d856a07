'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

/**
 * Where messages about what has just happened appear; call `toast` of sonner. They stay for ten seconds, and as long
 * as the pointer or the focus is on them (Alt+T goes there).
 */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      duration={10_000}
      offset={{ bottom: 64, right: 16 }}
      mobileOffset={{ bottom: 64 }}
      closeButton
      visibleToasts={4}
      toastOptions={{
        classNames: {
          toast: '!bg-raised !text-ink !shadow-dialog !border-line !rounded-lg !text-base !font-sans',
          description: '!text-muted',
          actionButton: '!bg-accent !text-accent-ink !h-7 !px-2.5 !text-sm !rounded-md',
          cancelButton: '!bg-hover !text-ink !h-7 !text-sm !rounded-md',
          closeButton: '!bg-raised !text-muted !border-line',
        },
      }}
    />
  );
}
