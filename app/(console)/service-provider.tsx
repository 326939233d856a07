'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { contactKeys } from './contacts/contact-queries';
import { isUp, type ServiceView, serviceKeys, serviceOptions } from './service-queries';

const ServiceContext = createContext<ServiceView>({ lacking: {}, connection: null });

/** What the service behind the console lacks, and how the connection to it is. */
export function useService(): ServiceView {
  return useContext(ServiceContext);
}

/** Keeps in view what the service can do. `initial` is what the server rendered with. */
export function ServiceProvider({ initial, children }: { initial: ServiceView; children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: service } = useQuery(serviceOptions(initial));
  const version = versionOf(service);
  const before = useRef(version);
  // What the pages show was read from a service, or a copy, that is not the same any more.
  useEffect(() => {
    if (before.current === version) return;
    before.current = version;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== serviceKeys.service[0],
    });
  }, [version, queryClient]);
  // What has changed contacts has changed how many the copy has.
  const isCopy = Boolean(service.connection?.mirror);
  useEffect(() => {
    if (!isCopy) return;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
      if (event.query.queryKey[0] !== contactKeys.contacts[0]) return;
      void queryClient.invalidateQueries({ queryKey: serviceKeys.service }, { cancelRefetch: false });
    });
  }, [isCopy, queryClient]);
  return <ServiceContext value={service}>{children}</ServiceContext>;
}

/** Changes when there may be other things to read than before. */
function versionOf({ connection }: ServiceView): string {
  if (!connection) return '';
  const { mirror } = connection;
  return [isUp(connection), mirror?.contacts, mirror?.vanished, mirror?.completeAt].join();
}
