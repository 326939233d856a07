'use client';

import { RelativeTime } from '@/components/ui/relative-time';
import { useSightings } from '../../use-sightings';

/** Says that the service no longer has the contact, of which the copy still knows. */
export function VanishedNote({ id }: { id: string }) {
  const sighting = useSightings([id])[id];
  if (!sighting?.vanishedAt) return null;
  return (
    <p className="mx-4 mb-4 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 md:mx-6">
      <strong className="font-medium">Vanished.</strong> The service no longer has this contact; that was
      noticed <RelativeTime at={sighting.vanishedAt} />. What you see is how it was last seen,{' '}
      <RelativeTime at={sighting.seenAt} />. Changes of it cannot be saved; Delete takes it out of the copy.
    </p>
  );
}
