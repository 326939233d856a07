'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useContactSelection } from '@/app/(console)/console-providers';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
import { leavePage } from '@/components/form/leave-page';
import { NO_ANSWER } from '@/components/form/use-contract-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import { useReturnTo } from '@/components/ui/use-return-to';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import { contactKeys, dropFromLists } from '../contact-queries';
import { deleteContact, restoreContact } from './contact-actions';
import { deletedHereKey } from './contact-page-queries';

/** Confirms the deletion of a contact, and offers Undo. */
export function DeleteContactDialog({ contact, onClose }: { contact: Contact; onClose(): void }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const list = useReturnTo('/contacts');
  const selection = useContactSelection();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const unanswered = useRef(false);
  const name = contactName(contact);
  const can = useCapabilities();

  const refresh = () => {
    void queryClient.invalidateQueries({
      queryKey: contactKeys.contacts,
      // The deleted contact cannot be read.
      predicate: ({ queryKey }) => queryKey[2] !== contact.id,
    });
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
  };

  /** The person may be typing on another page by then. */
  const open = (id: string) => ({
    label: 'Open',
    onClick: () => leavePage(() => router.push(`/contacts/${id}`)),
  });

  async function undo() {
    const result = await restoreContact({ id: contact.id }).catch(() => ({
      ok: false as const,
      error: NO_ANSWER,
    }));
    refresh();
    if (!result.ok)
      return toast.error(
        result.error === NO_ANSWER ? `${name} may not have been restored` : `Could not restore ${name}`,
        {
          description: result.error.message,
          action: { label: 'Try again', onClick: () => void undo() },
        },
      );
    const [conflict] = result.data.conflicts;
    if (conflict)
      return toast.error(`${name} stays in the trash`, {
        description: `Another contact now has its ${conflict.path}.`,
        action: open(conflict.contactId),
      });
    return toast.success(`Restored ${name}`, {
      action: open(result.data.newIds?.[contact.id] ?? contact.id),
    });
  }

  async function remove() {
    setPending(true);
    const result = await deleteContact({ id: contact.id }).catch(() => ({
      ok: false as const,
      error: NO_ANSWER,
    }));
    setPending(false);
    if (!result.ok && result.error.status !== 404) {
      if (result.error === NO_ANSWER || (result.error.status ?? 0) >= 500) unanswered.current = true;
      return setRefusal(result.error.message);
    }
    // An earlier attempt without a response may have deleted it.
    const done = result.ok || unanswered.current || 'repeated' in result.error;
    dropFromLists(queryClient, contact.id);
    refresh();
    queryClient.setQueryData(deletedHereKey(contact.id), true);
    selection.drop([contact.id]);
    router.push(list);
    if (!done) return toast.info(`${name} was already deleted`);
    return toast.success(`Deleted ${name}`, {
      action: can.restoreContacts ? { label: 'Undo', onClick: () => void undo() } : undefined,
    });
  }

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      description={
        can.restoreContacts
          ? 'The contact moves to the trash and can be restored from there.'
          : 'This cannot be undone.'
      }
      action="Delete"
      pending={pending}
      problem={refusal}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
