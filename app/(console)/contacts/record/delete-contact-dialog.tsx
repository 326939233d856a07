import { useQueryClient } from '@tanstack/react-query';
import { useConsole } from '@/app/(console)/console-providers';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
import { ConfirmAction } from '@/components/form/confirm-action';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { contactName } from '../contact-name';
import { contactKeys, dropFromLists } from '../contact-queries';
import { deleteContact } from './contact-actions';
import { useRestoreContact } from './use-restore-contact';

interface DeleteContactDialogProps {
  contact: Contact;
  /** Leaves the contact. */
  onDeleted(): void;
  onClose(): void;
}

/** Confirms the deletion of a contact, and offers Undo. */
export function DeleteContactDialog({ contact, onDeleted, onClose }: DeleteContactDialogProps) {
  const queryClient = useQueryClient();
  const { selection } = useConsole();
  const { mutate: restore } = useRestoreContact();
  const { restoreContacts: isUndoable } = useCapabilities();
  const name = contactName(contact);

  function leave() {
    dropFromLists(queryClient, contact.id);
    void queryClient.invalidateQueries({
      queryKey: contactKeys.contacts,
      // The deleted contact cannot be read.
      predicate: ({ queryKey }) => queryKey[2] !== contact.id,
    });
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    selection.drop([contact.id]);
    onDeleted();
    toast.success(`Deleted ${name}`, {
      action: isUndoable ? { label: 'Undo', onClick: () => restore(contact) } : undefined,
    });
  }

  return (
    <ConfirmAction
      title={`Delete ${name}?`}
      description={
        isUndoable
          ? 'The contact moves to the trash and can be restored from there.'
          : 'This cannot be undone.'
      }
      action="Delete"
      call={(organization) => deleteContact({ id: contact.id }, organization)}
      onDone={leave}
      onClose={onClose}
    />
  );
}
