'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selected } from '@/components/data-table/selection';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { segmentKeys } from '../segments/segment-queries';
import { useService } from '../service-provider';
import { ConfirmCount, isConfirmed } from './confirm-count';
import { contactKeys } from './contact-queries';
import { deleteContacts } from './delete-actions';
import { deleteInChunks } from './delete-in-chunks';
import { nameSome } from './name-some';
import { tellDeleted } from './tell-deleted';
import { tellDeletedForGood } from './tell-deleted-for-good';
import { withoutTrash } from './without-trash';

/** As many ids as one request of the API takes. */
const CHUNK = 10_000;
/** What another service takes is not known; it surely takes as many as a page has. */
const CAUTIOUS_CHUNK = 100;

interface DeleteContactsDialogProps {
  /** What was selected when Delete was pressed; later changes of the selection change nothing here. */
  selected: Selected;
  onClose(): void;
  /** These are dealt with: nothing is to be done with them any more. */
  onDone(ids: string[]): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Says exactly what will be deleted, deletes it, and says what was done. */
export default function DeleteContactsDialog({
  selected: initially,
  onClose,
  onDone,
  finalFocus,
}: DeleteContactsDialogProps) {
  const queryClient = useQueryClient();
  const { lacking } = useService();
  const trash = !lacking.restoreContacts;
  const chunk = trash ? CHUNK : CAUTIOUS_CHUNK;
  const [selected, setSelected] = useState(initially);
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const pending = progress !== null;
  const count = selected.size;

  async function remove() {
    setFailure(null);
    setProgress(0);
    const ids = [...selected.keys()];
    const result = await deleteInChunks(ids, { size: chunk, send: deleteContacts, onProgress: setProgress });
    setProgress(null);
    if (result.done.length > 0) {
      onDone(result.done);
      if (trash) tellDeleted(result, queryClient);
      else tellDeletedForGood(result, { labels: selected, undoable: !lacking.listActivity, queryClient });
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    }
    if (result.failure === null) return onClose();
    const done = new Set(result.done);
    setSelected(new Map([...selected].filter(([id]) => !done.has(id))));
    setTyped('');
    setFailure(
      result.done.length > 0
        ? `${countOf(result.removed, 'contact')} deleted, then it stopped: ${result.failure}`
        : `Nothing was deleted: ${result.failure}`,
    );
  }

  return (
    <ConfirmDialog
      title={`Delete ${countOf(count, 'contact')}?`}
      description={
        trash
          ? `${nameSome([...selected.values()])} ${count === 1 ? 'goes' : 'go'} to the trash, with segments and history, and can be restored from there.`
          : `${nameSome([...selected.values()])} ${count === 1 ? 'is' : 'are'} deleted for good. ${withoutTrash(count, lacking)}`
      }
      action={`Delete ${countOf(count, 'contact')}`}
      pending={pending}
      disabled={!isConfirmed(count, typed)}
      problem={
        failure
          ? `${failure} ${count < initially.size ? `${formatCount(count)} are left. ` : ''}You can try again.`
          : null
      }
      onConfirm={remove}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
      {pending && count > chunk ? (
        <label className="flex flex-col gap-1 text-sm text-muted">
          {formatCount(progress)} of {formatCount(count)}
          <progress value={progress} max={count} className="h-1.5 w-full accent-accent" />
        </label>
      ) : null}
    </ConfirmDialog>
  );
}
