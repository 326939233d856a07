'use client';

import { useQueryClient } from '@tanstack/react-query';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { failureText, NO_ANSWER } from '../action-failure';
import { contactName } from '../contact-name';
import { contactKeys } from '../contact-queries';
import { updateContact } from '../form/contact-form-actions';
import { editableFields, sameValue, valuesOf } from '../form/contact-form-values';
import type { VersionedContact } from '../form/contact-save';
import { contactOptions } from './contact-page-queries';

/** Undoes a save, unless the contact has changed since. */
export function useUndoUpdate(): (before: Contact, saved: VersionedContact) => Promise<void> {
  const queryClient = useQueryClient();
  return async function undo(before, saved) {
    const [old, now] = [valuesOf(before), valuesOf(saved.contact)];
    const changed = editableFields.filter((field) => !sameValue(old[field], now[field]));
    const body = Object.fromEntries(changed.map((field) => [field, old[field]]));
    const { id } = saved.contact;
    const result = await updateContact({ id, etag: saved.etag, body }).catch(() => NO_ANSWER);
    const name = contactName(saved.contact);
    if (!result.ok)
      return void toast.error(`Could not undo the change to ${name}`, {
        description: failureText(result.error),
        action: { label: 'Try again', onClick: () => void undo(before, saved) },
      });
    const asBefore = ({ contact }: VersionedContact) =>
      changed.every((field) => sameValue(valuesOf(contact)[field], old[field]));
    const outcome = result.data;
    // An undo without a response may have succeeded.
    const back = outcome.kind === 'stale' && asBefore(outcome.latest) ? outcome.latest : outcome;
    if (!('contact' in back)) {
      const description = WHY_NOT[back.kind] ?? WHY_NOT.stale;
      // Show the change that someone else made.
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      return void toast.error(`Could not undo the change to ${name}`, { description });
    }
    const { contact, etag } = back;
    queryClient.setQueryData(contactOptions(id).queryKey, { contact, etag, own: true });
    void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    toast.success(`Undid the change to ${contactName(contact)}`);
  };
}

const WHY_NOT: Record<string, string> = {
  gone: 'The contact has since been deleted.',
  conflict: 'Another contact now has its email or phone.',
  stale: 'Someone else has changed the contact since.',
};
