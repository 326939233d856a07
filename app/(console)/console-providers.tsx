'use client';

import { QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { ReadError } from '@/app/data/read-data';
import { Selection } from '@/components/data-table/selection';
import type { OperationName } from '@/lib/contract/operations';
import type { PhoneCountry } from '@/lib/contract/phone';
import { may, type Permission, type Role } from '@/lib/staff/roles';
import { ConsoleQueryClient } from './console-query-client';
import { ServiceProvider, type ServiceView, serviceKeys, useCapabilities } from './service-provider';

interface Console {
  /** Id of the signed-in person. */
  staffId: string;
  role: Role;
  /** Country of phone numbers typed without one; `null` if they need one. */
  phoneCountry: PhoneCountry | null;
  /** The selected contacts, kept across pages until sign-out. */
  selection: Selection;
  /** Number of contacts of each running bulk change started in this tab, by its id. */
  startedBulkChanges: Map<string, number>;
}

const ConsoleContext = createContext<Console | null>(null);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (!console) throw new Error('ConsoleProviders is missing.');
  return console;
}

/** Whether the signed-in person may do it. Only hides actions; the server checks again. */
export function useMay(permission: Permission): boolean {
  return may(useConsole().role, permission);
}

/** Whether to offer a change: the person may make it, and the service has the operation and is reachable. */
export function useOffered(permission: Permission, operation: OperationName): boolean {
  const allowed = useMay(permission);
  const can = useCapabilities();
  return allowed && can.change && can[operation];
}

/** Whether to offer imports: the person may write contacts, and the service has imports. */
export function useImportOffered(): boolean {
  const mayWrite = useMay('contacts:write');
  return useCapabilities().createImport && mayWrite;
}

/** Whether contacts can be exported: by everybody who may read them, also while a connected service is down. */
export function useExportOffered(): boolean {
  const mayRead = useMay('contacts:read');
  return useCapabilities().exportContacts && mayRead;
}

interface ConsoleProvidersProps {
  staffId: string;
  role: Role;
  service: ServiceView;
  phoneCountry: PhoneCountry | null;
  children: ReactNode;
}

/** Providers of the console. Signing out discards them with all cached data. */
export function ConsoleProviders({ staffId, role, service, phoneCountry, children }: ConsoleProvidersProps) {
  const [queryClient] = useState(createQueryClient);
  const [kept] = useState(() => ({ selection: new Selection(), startedBulkChanges: new Map() }));
  const console = useMemo(
    () => ({ staffId, role, phoneCountry, ...kept }),
    [staffId, role, phoneCountry, kept],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ConsoleContext value={console}>
        <ServiceProvider initial={service}>{children}</ServiceProvider>
      </ConsoleContext>
    </QueryClientProvider>
  );
}

function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new ConsoleQueryClient({
    queryCache: new QueryCache({
      // After a 503, check the state of the service at once.
      onError(error, { queryKey }) {
        if (error instanceof ReadError && error.status === 503 && queryKey[0] !== serviceKeys.service[0])
          void queryClient.invalidateQueries({ queryKey: serviceKeys.service });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Report failures at once, even if the browser thinks it is offline.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Retry only temporary failures.
        retry: (failures, error) => failures < 1 && error instanceof ReadError && error.temporary,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return queryClient;
}
