import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { callAction } from '@/components/form/call-action';
import { leavePage } from '@/components/form/leave-page';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import { invalidateContacts } from '../contact-queries';
import { restoreContacts } from './contact-actions';

/** Restores a contact from the trash and reports the outcome. */
export function useRestoreContact() {
  const queryClient = useQueryClient();
  const router = useRouter();
  /** The person may be typing on another page by then. */
  const open = (id: string) => ({
    label: 'Open',
    onClick: () => leavePage(() => router.push(`/contacts/${id}`)),
  });
  const mutation = useMutation({
    mutationFn: ({ id }: Contact) => callAction(restoreContacts, { ids: [id] }),
    onSuccess({ conflicts: [conflict], newIds }, contact) {
      const name = contactName(contact);
      if (conflict)
        toast.error(`${name} stays in the trash`, {
          description: `Another contact now has its ${conflict.path}.`,
          action: open(conflict.contactId),
        });
      else toast.success(`Restored ${name}`, { action: open(newIds?.[contact.id] ?? contact.id) });
    },
    onError: ({ message }, contact) =>
      toast.error(`Could not restore ${contactName(contact)}`, {
        description: message,
        action: { label: 'Try again', onClick: () => mutation.mutate(contact) },
      }),
    onSettled: () => invalidateContacts(queryClient),
  });
  return mutation;
}
