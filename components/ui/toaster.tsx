'use client';

import { useTheme } from 'next-themes';
import { useEffect } from 'react';
// oxlint-disable-next-line no-restricted-imports -- This is what is fetched.
import { Toaster as Sonner, toast } from 'sonner';
import { showToastsBy } from './toast';

/**
 * Where messages about what has just happened appear. They stay for ten seconds, and as long as the pointer or the
 * focus is on them (Alt+T goes there).
 */
export default function Toaster() {
  const { resolvedTheme } = useTheme();
  // A live region that comes together with its first message is not read out: a frame lies between them.
  useEffect(() => {
    const frame = requestAnimationFrame(() => showToastsBy(toast));
    return () => cancelAnimationFrame(frame);
  }, []);
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
