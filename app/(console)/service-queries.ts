import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { Capabilities, ConnectionStatus } from '@/lib/contract/connection';
import { contactKeys } from './contacts/contact-queries';

export interface ServiceView {
  can: Capabilities;
  /** `null` when this program is the service. */
  connection: ConnectionStatus | null;
}

export const serviceKeys = {
  service: ['service'] as const,
};

/** Polling intervals in milliseconds, shorter while something is changing. */
const WHILE_CHANGING = 2_000;
const WHILE_DOWN = 5_000;
const OTHERWISE = 30_000;

/** Polls the service's capabilities and connection. */
export function serviceOptions(initial: ServiceView) {
  return queryOptions({
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
}

/** When the service last returned these contacts. */
export function lastSeenOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: contactKeys.lastSeen(ids),
    queryFn: (context) => {
      const query = new URLSearchParams(ids.map((id) => ['id', id]));
      return readData<Record<string, string>>(`/data/last-seen?${query}`, context);
    },
  });
}
