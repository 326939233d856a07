import { useState } from 'react';
import { formatCountOf } from '@/components/text/format-count';
import { ConfirmCount, isConfirmed } from '@/components/ui/confirm-count';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { startDeletion } from './bulk-change-actions';
import { ReviewMatching } from './review-matching';
import {
  countSelected,
  formatSelected,
  MOST_IDS,
  type SelectionDialogProps,
  TOO_MANY_IDS,
} from './selected-contacts';
import { useStartBulkChange } from './use-start-bulk-change';

/**
 * Confirms to move the selected contacts to the trash: exactly those that the dialog names, or none. Many need their number
 * typed.
 */
export default function DeleteManyDialog({ selection, onClose, ...props }: SelectionDialogProps) {
  const { contacts, pending, problem, problemRef, recounted, start } = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was deleted',
    onClose,
  });
  const [typed, setTyped] = useState('');
  const count = countSelected(contacts);
  const tooMany = contacts.selected.size > MOST_IDS;

  async function remove() {
    setTyped('');
    await start(startDeletion, {});
  }

  return (
    <ConfirmDialog
      title={`Delete ${formatCountOf(count, 'contact')}?`}
      description={`${formatSelected(contacts)} ${count === 1 ? 'moves' : 'move'} to the trash and can be restored from there.`}
      action={`Delete ${formatCountOf(count, 'contact')}`}
      pending={pending}
      disabled={count === 0 || tooMany || !(pending || isConfirmed(count, typed))}
      problem={tooMany ? TOO_MANY_IDS : problem}
      problemRef={problemRef}
      onConfirm={remove}
      onClose={onClose}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
      {recounted && contacts.all ? <ReviewMatching all={contacts.all} onReview={onClose} /> : null}
    </ConfirmDialog>
  );
}
