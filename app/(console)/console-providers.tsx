'use client';

import { onlineManager, QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { mutate } from '@/app/server/mutate';
import { type Console, ConsoleContext } from '@/components/contacts/use-console';
import { Selection } from '@/components/data-table/selection';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import type { ServiceView } from '@/components/hooks/console-operations';
import { NavigationTarget } from '@/components/hooks/navigation-target';
import { isReachable, subscribeReachable } from '@/components/hooks/reachable';
import { invalidate, MutationContext } from '@/components/hooks/use-operation';
import { type DateSettings, setDates } from '@/components/text/locale';
import { ConsoleQueryClient } from './console-query-client';
import { isAbout, ServiceProvider } from './service-provider';

interface ConsoleProvidersProps extends Pick<Console, 'staffId' | 'phoneCountry'> {
  /** How the organization writes days. */
  dates: DateSettings;
  service: ServiceView;
  children: ReactNode;
}

/** Providers of the console. Sign-out unmounts them and discards all cached data. */
export function ConsoleProviders({ staffId, dates, service, phoneCountry, children }: ConsoleProvidersProps) {
  // Before anything below is rendered, and writes days.
  setDates(dates);
  const [queryClient] = useState(createQueryClient);
  const [kept] = useState(() => ({ selection: new Selection(), startedBulkChanges: new Map() }));
  const console = useMemo(() => ({ staffId, phoneCountry, ...kept }), [staffId, phoneCountry, kept]);
  return (
    <QueryClientProvider client={queryClient}>
      <MutationContext value={mutate}>
        <ConsoleContext value={console}>
          <ServiceProvider initial={service}>
            <NavigationTarget>{children}</NavigationTarget>
          </ServiceProvider>
        </ConsoleContext>
      </MutationContext>
    </QueryClientProvider>
  );
}

// During an outage, reads wait, and keep what they have read.
onlineManager.setEventListener((setOnline) => subscribeReachable(() => setOnline(isReachable())));

/**
 * A client whose reads stay fresh for 15 seconds and are retried once after a temporary error. After a read failed with
 * 503, it reads the state of the service.
 */
function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new ConsoleQueryClient({
    queryCache: new QueryCache({
      // After a 503, read the state of the service at once.
      onError(error, { queryKey }) {
        if (error instanceof CallError && error.status === 503 && !isAbout('service', queryKey))
          void invalidate(queryClient, ['service']);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && error instanceof CallError && isTemporary(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
