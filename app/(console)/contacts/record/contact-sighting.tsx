'use client';

import { createContext, useContext } from 'react';
import { Badge } from '@/components/ui/badge';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Sighting } from '@/lib/contract/connection';

/** When contacts were last seen at the service, by id, for the cells of a table. */
export const Sightings = createContext<Readonly<Record<string, Sighting>>>({});

/** When this contact was last seen at the service. */
export function LastSeen({ id }: { id: string }) {
  const sighting = useContext(Sightings)[id];
  return sighting ? <RelativeTime at={sighting.seenAt} /> : <span className="text-muted">–</span>;
}

/** Marks a contact that the service no longer has. */
export function VanishedBadge({ id }: { id: string }) {
  const sighting = useContext(Sightings)[id];
  if (!sighting?.vanishedAt) return null;
  return (
    <span title="The service no longer has this contact." className="flex shrink-0">
      <Badge tone="warning">Vanished</Badge>
    </span>
  );
}
