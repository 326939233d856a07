'use client';

import { useQuery } from '@tanstack/react-query';
import type { Sighting } from '@/lib/contract/connection';
import { useService } from './service-provider';
import { sightingsOptions } from './service-queries';

const none: Record<string, Sighting> = {};

/** When contacts of the copy were last seen at the service, by their ids; nothing where there is no copy. */
export function useSightings(ids: readonly string[]): Record<string, Sighting> {
  const mirrored = Boolean(useService().connection?.mirror);
  const { data } = useQuery(sightingsOptions(mirrored ? ids : []));
  return (mirrored && data) || none;
}
