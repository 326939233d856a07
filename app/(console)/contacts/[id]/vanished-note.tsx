'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Contact } from '@/lib/contract/contact';
import { useSightings } from '../../use-sightings';
import { useUndoLostDeletions } from '../use-undo-lost-deletions';

/** Says that the service no longer has the contact, of which the copy still knows, or may have deleted it. */
export function VanishedNote({ contact }: { contact: Contact }) {
  const router = useRouter();
  const { offered, pending, undoOne } = useUndoLostDeletions();
  const sighting = useSightings([contact.id])[contact.id];
  if (!sighting) return null;
  const { seenAt, vanishedAt, deletionLostAt } = sighting;
  if (!vanishedAt && !deletionLostAt) return null;

  async function undo() {
    const [anew] = await undoOne(contact);
    if (anew?.ok && anew.newId !== contact.id) router.push(`/contacts/${anew.newId}`);
  }

  return (
    <div className="mx-4 mb-4 flex flex-col items-start gap-2 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 md:mx-6">
      {vanishedAt ? (
        <p>
          <strong className="font-medium">Vanished.</strong> The service no longer has this contact; that was
          noticed <RelativeTime at={vanishedAt} />. What you see is how it was last seen,{' '}
          <RelativeTime at={seenAt} />. Changes of it cannot be saved; Delete takes it out of the copy.
        </p>
      ) : null}
      {deletionLostAt ? (
        <p>
          {vanishedAt ? null : <strong className="font-medium">Perhaps deleted. </strong>}
          It was to be deleted from here <RelativeTime at={deletionLostAt} />, and the service did not answer.
          {offered ? ` ${vanishedAt ? '' : 'Where it is gone, '}Undo creates it anew, with a new id.` : null}
        </p>
      ) : null}
      {deletionLostAt && offered ? (
        <Button size="sm" pending={pending} onClick={undo}>
          Undo deletion
        </Button>
      ) : null}
    </div>
  );
}
