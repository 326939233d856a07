'use client';

import { useSightings } from '@/app/(console)/use-sightings';
import { RelativeTime } from '@/components/ui/relative-time';

/** Says that the service no longer has the contact, of which the copy still knows. */
export function VanishedNote({ id }: { id: string }) {
  const sighting = useSightings([id])[id];
  if (!sighting?.vanishedAt) return null;
  const { seenAt, vanishedAt } = sighting;
  return (
    <div className="mx-4 mb-4 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 md:mx-6">
      <p>
        <strong className="font-medium">Vanished.</strong> The service no longer has this contact; that was
        noticed <RelativeTime at={vanishedAt} />. What you see is how it was last seen,{' '}
        <RelativeTime at={seenAt} />. Changes of it cannot be saved; Delete takes it out of the copy.
      </p>
    </div>
  );
}
