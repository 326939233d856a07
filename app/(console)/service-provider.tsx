import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { readData } from '@/app/data/read-data';
import type { Capabilities, ConnectionStatus } from '@/lib/contract/connection';
import { contactKeys } from './contacts/contact-queries';

export interface ServiceView {
  can: Capabilities;
  /** `null` when this program is the service. */
  connection: ConnectionStatus | null;
}

export const serviceKeys = { service: ['service'] as const };

/** Polling intervals in milliseconds, shorter while something is changing. */
const WHILE_CHANGING = 2_000;
const WHILE_DOWN = 5_000;
const OTHERWISE = 30_000;

const ServiceContext = createContext<ServiceView | null>(null);

function useServiceView(): ServiceView {
  const view = useContext(ServiceContext);
  if (!view) throw new Error('ServiceProvider is missing.');
  return view;
}

/** Capabilities of the console: `can.createSegment`. */
export function useCapabilities(): Capabilities {
  return useServiceView().can;
}

export function useConnection(): ConnectionStatus | null {
  return useServiceView().connection;
}

/** Keeps the capabilities up to date. `initial` is what the server rendered with. */
export function ServiceProvider({ initial, children }: { initial: ServiceView; children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: service } = useQuery({
    queryKey: serviceKeys.service,
    queryFn: (context) => readData<ServiceView>('/data/connection', context),
    initialData: initial,
    enabled: initial.connection !== null,
    staleTime: 1_000,
    refetchInterval: ({ state }) => {
      const connection = state.data?.connection;
      if (connection?.state === 'unknown' || connection?.replica?.sync?.running) return WHILE_CHANGING;
      return state.data?.can.change ? OTHERWISE : WHILE_DOWN;
    },
  });
  const { can, connection } = service;
  // Changes when there may be new data to read.
  const version = [can.change, connection?.replica?.contacts, connection?.replica?.completeAt].join();
  const before = useRef(version);
  // Refetch when the replica changes or the service comes back.
  useEffect(() => {
    if (before.current === version) return;
    before.current = version;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== serviceKeys.service[0],
    });
  }, [version, queryClient]);
  // A change of contacts changes the replica's count.
  const isReplica = Boolean(connection?.replica);
  useEffect(() => {
    if (!isReplica) return;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
      if (event.query.queryKey[0] !== contactKeys.contacts[0]) return;
      void queryClient.invalidateQueries({ queryKey: serviceKeys.service }, { cancelRefetch: false });
    });
  }, [isReplica, queryClient]);
  return <ServiceContext value={service}>{children}</ServiceContext>;
}
