import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { ConnectionStatus, Sighting } from '@/lib/contract/connection';
import type { OperationName } from '@/lib/contract/operations';
import { contactKeys } from './contacts/contact-queries';

/** What the console knows of the service behind it. */
export interface ServiceView {
  /** Operations that it does not have, with the sentence that says so. */
  lacking: Partial<Record<OperationName, string>>;
  /** `null` when self-hosted. */
  connection: ConnectionStatus | null;
}

export const serviceKeys = {
  service: ['service'] as const,
};

/** Looked at again more often while something is about to change. In milliseconds. */
const WHILE_CHANGING = 2_000;
const WHILE_DOWN = 5_000;
const OTHERWISE = 30_000;

/** The service and the connection to it, kept true while a page is open. Self-hosted there is nothing to look at. */
export function serviceOptions(initial: ServiceView) {
  return queryOptions({
    queryKey: serviceKeys.service,
    queryFn: async ({ signal }) => (await readData<{ data: ServiceView }>('/data/connection', signal)).data,
    initialData: initial,
    enabled: initial.connection !== null,
    staleTime: 1_000,
    refetchInterval: ({ state }) => {
      const connection = state.data?.connection;
      if (connection?.state === 'unknown' || connection?.mirror?.fill?.running) return WHILE_CHANGING;
      if (connection && isUp(connection) && !connection.told) return WHILE_CHANGING;
      return connection && isUp(connection) ? OTHERWISE : WHILE_DOWN;
    },
  });
}

/** Whether the service answers and takes the token. Before its first answer nothing can be relied upon. */
export function isUp({ state }: ConnectionStatus): boolean {
  return state === 'reachable';
}

/** Whether the service has never told what it can do, so that nothing is known of its contacts. */
export function isStranger({ told, mirror }: ConnectionStatus): boolean {
  return !told && mirror !== null && mirror.contacts === 0;
}

/** What a service has not done so far of which nothing is known. */
export function notSoFar({ lastSuccessAt }: ConnectionStatus): string {
  return lastSuccessAt === null ? 'has not answered so far' : 'has not told yet what it can do';
}

/** When these contacts were last seen at the service. */
export function sightingsOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: contactKeys.sightings(ids),
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(ids.map((id) => ['id', id]));
      return (await readData<{ data: Record<string, Sighting> }>(`/data/sightings?${query}`, signal)).data;
    },
    enabled: ids.length > 0,
  });
}
