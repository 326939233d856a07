import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ServiceView, Topic } from '@/components/hooks/console-operations';
import { ServiceContext } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';

/** Polling intervals in milliseconds, shorter while something is changing. */
const WHILE_CHANGING = 2_000;
const WHILE_DOWN = 5_000;
const OTHERWISE = 30_000;

/**
 * Provides the service's state and keeps it up to date; reads all else again once the service comes back or the replica
 * changes. `initial`: state with which the server rendered.
 */
export function ServiceProvider({ initial, children }: { initial: ServiceView; children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data: service = initial } = useRead(
    'getService',
    {},
    {
      initialData: initial,
      enabled: initial.connection !== null,
      staleTime: 1_000,
      refetchInterval: ({ state }) => {
        const connection = state.data?.connection;
        if (connection?.state === 'unknown' || connection?.replica?.sync?.running) return WHILE_CHANGING;
        return state.data?.can.includes('change') ? OTHERWISE : WHILE_DOWN;
      },
    },
  );
  const { can, connection } = service;
  // Changes when new data may be available.
  const version = [
    can.includes('change'),
    connection?.replica?.contacts,
    connection?.replica?.completeAt,
  ].join();
  const before = useRef(version);
  // Refetch when the replica changes or the service comes back.
  useEffect(() => {
    if (before.current === version) return;
    before.current = version;
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isAbout('service', queryKey) });
  }, [version, queryClient]);
  // A change of contacts changes the replica's count, which is part of the service's state.
  const isReplica = Boolean(connection?.replica);
  useEffect(() => {
    if (!isReplica) return;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
      if (isAbout('contacts', event.query.queryKey))
        void queryClient.invalidateQueries(
          { queryKey: ['service' satisfies Topic] },
          { cancelRefetch: false },
        );
    });
  }, [isReplica, queryClient]);
  return <ServiceContext value={service}>{children}</ServiceContext>;
}

export const isAbout = (topic: Topic, [first]: readonly unknown[]): boolean => first === topic;
