import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VersionedContact } from '@/components/contacts/contact-queries';
import { cacheContact } from '@/components/contacts/contact-queries';
import { callAction } from '@/components/hooks/call-action';
import { CallError } from '@/components/hooks/call-error';
import { contactTopics } from '@/components/hooks/console-operations';
import { invalidate } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { toast } from '@/components/ui/toast';
import type { Contact, ContactUpdate } from '@/lib/contract/contact';
import { updateContact } from '../form/contact-form-actions';
import { toFormValues, toUpdate } from '../form/contact-form-values';

interface Update {
  id: string;
  name: string;
  /** The version to undo. */
  etag: string | null;
  /** The former values. */
  body: ContactUpdate;
}

/** The request that undoes the change from `before` to the saved version. */
export function toUndo(before: Contact, { contact, etag }: VersionedContact): Update {
  const changes = toUpdate(toFormValues(before), toFormValues(contact));
  return { id: contact.id, name: contactName(contact), etag, body: changes.ok ? changes.body : {} };
}

/** Returns a function that undoes a save, unless the contact has changed since, and shows the outcome as a toast. */
export function useUndoUpdate(): (update: Update) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    async mutationFn({ id, etag, body }: Update) {
      const unusualPhone = body.phone ?? undefined;
      const outcome = await callAction(updateContact, { id, etag, body, unusualPhone });
      if (!('contact' in outcome)) throw new Error(WHY_NOT[outcome.kind] ?? WHY_NOT.stale);
      return outcome;
    },
    onSuccess({ contact, etag }) {
      cacheContact(queryClient, { contact, etag, own: true });
      toast.success(`Undid the change to ${contactName(contact)}`);
    },
    onError: (error, update) =>
      toast.failed(
        `Could not undo the change to ${update.name}`,
        error,
        error instanceof CallError ? () => mutate(update) : undefined,
      ),
    onSettled: () => invalidate(queryClient, contactTopics),
  });
  return mutate;
}

const WHY_NOT: Record<string, string> = {
  gone: 'The contact has since been deleted.',
  conflict: 'Another contact now has its email or phone.',
  stale: 'Someone else has changed the contact since.',
};
