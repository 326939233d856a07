'use client';

import { type RefObject, useState } from 'react';
import { countOf } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ConfirmCount, isConfirmed } from '../contacts/list/confirm-count';
import { startDeletion } from './bulk-change-actions';
import { countOfPicked, MOST_IDS, namesOfPicked, type Picked } from './picked';
import { ReviewMatching } from './review-matching';
import { useStartBulkChange } from './use-start-bulk-change';

interface DeleteManyDialogProps {
  picked: Picked;
  selection: Selection;
  onClose(): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Says exactly what will be deleted; what is confirmed is what happens, or nothing does. */
export default function DeleteManyDialog({
  selection,
  finalFocus,
  onClose,
  ...props
}: DeleteManyDialogProps) {
  const { picked, pending, problem, problemRef, recounted, start } = useStartBulkChange({
    picked: props.picked,
    selection,
    nothing: 'Nothing was deleted',
    onClose,
  });
  const [typed, setTyped] = useState('');
  const count = countOfPicked(picked);
  const tooMany = picked.selected.size > MOST_IDS;

  async function remove() {
    setTyped('');
    await start(startDeletion, {});
  }

  return (
    <ConfirmDialog
      title={`Delete ${countOf(count, 'contact')}?`}
      description={`${namesOfPicked(picked)} ${count === 1 ? 'goes' : 'go'} to the trash, with segments and history, and can be restored from there.`}
      action={`Delete ${countOf(count, 'contact')}`}
      pending={pending}
      disabled={count === 0 || tooMany || !(pending || isConfirmed(count, typed))}
      problem={tooMany ? TOO_MANY : problem}
      problemRef={problemRef}
      onConfirm={remove}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
      {recounted && picked.all ? <ReviewMatching all={picked.all} onReview={onClose} /> : null}
    </ConfirmDialog>
  );
}

const TOO_MANY = 'At most 10,000 contacts that were picked one by one are deleted at once.';
