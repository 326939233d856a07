'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { ToastRegion } from '@/components/ui/toast-region';

/** What every page stands in: the theme, and the place where messages appear. `nonce` is that of the page's CSP. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" disableTransitionOnChange nonce={nonce}>
        {children}
        <ToastRegion />
      </ThemeProvider>
    </CSPProvider>
  );
}
