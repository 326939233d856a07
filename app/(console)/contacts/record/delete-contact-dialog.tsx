import { useQueryClient } from '@tanstack/react-query';
import { dropFromLists } from '@/components/contacts/contact-queries';
import { useConsole } from '@/components/contacts/use-console';
import { ConfirmAction } from '@/components/form/confirm-action';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { toast } from '@/components/ui/toast';
import type { Contact } from '@/lib/contract/contact';
import { useRestoreContact } from './use-restore-contact';

interface DeleteContactDialogProps {
  contact: Contact;
  /** Called to leave the deleted contact. */
  onDeleted(): void;
  onClose(): void;
}

/** Confirms the deletion of a contact, then offers Undo. */
export function DeleteContactDialog({ contact, onDeleted, onClose }: DeleteContactDialogProps) {
  const queryClient = useQueryClient();
  const { selection } = useConsole();
  const { restore } = useRestoreContact();
  const isUndoable = useCan('restoreContacts');
  const { mutateAsync: deleteContact } = useOperation('deleteContact');
  const name = contactName(contact);

  /** Removes the deleted contact from lists and selection, leaves it, and offers Undo. */
  function leave() {
    dropFromLists(queryClient, contact.id);
    selection.drop([contact.id]);
    onDeleted();
    toast.success(`Deleted ${name}`, {
      action: isUndoable ? { label: 'Undo', onClick: () => void restore(contact.id, name) } : undefined,
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
      run={() => deleteContact({ id: contact.id })}
      onDone={leave}
      onClose={onClose}
    />
  );
}
