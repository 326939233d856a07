import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Capabilities, ConnectionStatus } from '@/lib/contract/connection';
import { contactKeys } from './contacts/contact-queries';
import { type ServiceView, serviceKeys, serviceOptions } from './service-queries';

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
  const { data: service } = useQuery(serviceOptions(initial));
  const version = versionOf(service);
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
  const isReplica = Boolean(service.connection?.replica);
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

/** Changes when there may be new data to read. */
function versionOf({ can, connection }: ServiceView): string {
  return [can.change, connection?.replica?.contacts, connection?.replica?.completeAt].join();
}
