'use client';

import { QueryCache, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ReadError } from '@/app/data/read-data';
import { Selection } from '@/components/data-table/selection';
import { NowProvider } from '@/components/ui/relative-time';
import type { OperationName } from '@/lib/contract/operations';
import type { PhoneCountry } from '@/lib/contract/phone';
import { may, type Permission, type Role } from '@/lib/staff/roles';
import { ConsoleQueryClient } from './console-query-client';
import { ServiceProvider, useCapabilities } from './service-provider';
import { type ServiceView, serviceKeys } from './service-queries';

const RoleContext = createContext<Role>('viewer');
const PhoneCountryContext = createContext<PhoneCountry | null>(null);
const ContactSelectionContext = createContext<Selection | null>(null);
const StartedBulkChangesContext = createContext<Map<string, number>>(new Map());

/** Whether the person who is signed in may do it. Only what is offered depends on this; the server asks again. */
export function useMay(permission: Permission): boolean {
  return may(useContext(RoleContext), permission);
}

/**
 * Whether a change is offered: the person may make it, the service has the operation, and it answers. Where a service
 * cannot be reached the console is read-only.
 */
export function useOffered(permission: Permission, operation: OperationName): boolean {
  const allowed = useMay(permission);
  const can = useCapabilities();
  return allowed && can.change && can[operation];
}

/** Whether there is a page for imports: for those who may write contacts, where the service has imports. */
export function useImportOffered(): boolean {
  const mayWrite = useMay('contacts:write');
  return useCapabilities().createImport && mayWrite;
}

/** Of phone numbers that are typed without a country; `null`: each has to have one. */
export function usePhoneCountry(): PhoneCountry | null {
  return useContext(PhoneCountryContext);
}

/** The contacts that are selected. It outlives the contacts page, but not the person who is signed in. */
export function useContactSelection(): Selection {
  const selection = useContext(ContactSelectionContext);
  if (!selection) throw new Error('useContactSelection is for pages of the console.');
  return selection;
}

/** Bulk changes that were started in this tab and have not ended: for how many contacts, by their ids. */
export function useStartedBulkChanges(): Map<string, number> {
  return useContext(StartedBulkChangesContext);
}

interface ConsoleProvidersProps {
  role: Role;
  service: ServiceView;
  phoneCountry: PhoneCountry | null;
  /** Time of the server, in milliseconds. */
  now: number;
  children: ReactNode;
}

/** What the pages of the console stand in. Signing out takes it away, with everything that was read. */
export function ConsoleProviders({ role, service, phoneCountry, now, children }: ConsoleProvidersProps) {
  const [queryClient] = useState(createQueryClient);
  const [selection] = useState(() => new Selection());
  const [startedBulkChanges] = useState(() => new Map<string, number>());
  return (
    <QueryClientProvider client={queryClient}>
      <RoleContext value={role}>
        <PhoneCountryContext value={phoneCountry}>
          <NowProvider now={now}>
            <ContactSelectionContext value={selection}>
              <StartedBulkChangesContext value={startedBulkChanges}>
                <ServiceProvider initial={service}>{children}</ServiceProvider>
              </StartedBulkChangesContext>
            </ContactSelectionContext>
          </NowProvider>
        </PhoneCountryContext>
      </RoleContext>
    </QueryClientProvider>
  );
}

function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new ConsoleQueryClient({
    queryCache: new QueryCache({
      // What the service behind the console is by now is not to be learnt half a minute later.
      onError(error, { queryKey }) {
        if (error instanceof ReadError && error.status === 503 && queryKey[0] !== serviceKeys.service[0])
          void queryClient.invalidateQueries({ queryKey: serviceKeys.service });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Also where the browser takes itself to be offline: that an answer cannot be had is said, not waited for.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal does not get better by asking again; only what may pass is tried once more.
        retry: (failures, error) => failures < 1 && error instanceof ReadError && error.temporary,
        retryDelay: 500,
      },
    },
  });
  return queryClient;
}
