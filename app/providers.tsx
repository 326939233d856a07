'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { Toaster } from '@/components/ui/toaster';

/** What every page stands in: theme, server data, state in the URL, messages. `nonce` is that of the page's CSP. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 30_000,
            // A refusal does not get better by asking again; only what may pass is tried once more.
            retry: (failures, error) => failures < 1 && (error as { temporary?: boolean }).temporary === true,
          },
        },
      }),
  );
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" disableTransitionOnChange nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </QueryClientProvider>
        <Toaster />
      </ThemeProvider>
    </CSPProvider>
  );
}
