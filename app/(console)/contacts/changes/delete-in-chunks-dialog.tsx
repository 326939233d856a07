'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { Picked } from '@/app/(console)/bulk-changes/picked';
import { segmentKeys } from '@/app/(console)/segments/segment-queries';
import { useService } from '@/app/(console)/service-provider';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Progress } from '@/components/ui/progress';
import { contactKeys } from '../contact-queries';
import { ConfirmCount, isConfirmed } from '../list/confirm-count';
import { AT_ONCE } from './calls-at-once';
import { deleteContacts, deleteContactsEach } from './delete-actions';
import { deleteInChunks, type Unanswered } from './delete-in-chunks';
import { nameSome } from './name-some';
import { tellDeletedForGood } from './tell-deleted-for-good';
import { withoutTrash } from './without-trash';

/** What a service takes at once is not known; most take as many as a page has, and others are sent fewer. */
const CHUNK = 100;

interface DeleteInChunksDialogProps {
  picked: Picked;
  selection: Selection;
  onClose(): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Deletes at a service without bulk changes and without a trash: says exactly what, and what was done. */
export default function DeleteInChunksDialog({
  picked: { selected: initially },
  selection,
  onClose,
  finalFocus,
}: DeleteInChunksDialogProps) {
  const queryClient = useQueryClient();
  const { lacking } = useService();
  const [selected, setSelected] = useState(initially);
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [cancel, setCancel] = useState<AbortController | null>(null);
  const [lost, setLost] = useState<{ ids: ReadonlySet<string>; at: number } | null>(null);
  const pending = progress !== null;
  const count = selected.size;

  async function remove() {
    setFailure(null);
    setProgress(0);
    const stop = new AbortController();
    setCancel(stop);
    const ids = [...selected.keys()];
    const at = performance.now();
    const earlier: Unanswered | null = lost && { ids: lost.ids, ago: at - lost.at };
    const result = await deleteInChunks(ids, {
      size: CHUNK,
      send: deleteContacts,
      sendEach: deleteContactsEach,
      earlier,
      signal: stop.signal,
      onProgress: setProgress,
    });
    setProgress(null);
    setCancel(null);
    if (result.done.length > 0) {
      selection.drop(result.done);
      tellDeletedForGood(result, { labels: selected, undoable: !lacking.listActivity, queryClient });
      void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    }
    if (result.done.length > 0 || !result.isSettled)
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    if (result.failure === null) return onClose();
    const done = new Set(result.done);
    setSelected(new Map([...selected].filter(([id]) => !done.has(id))));
    setTyped('');
    if (result.unanswered.length > 0)
      setLost({ ids: new Set([...(lost?.ids ?? []), ...result.unanswered]), at: lost?.at ?? at });
    const names = nameSome(result.failed.map((id) => selected.get(id) ?? id));
    setFailure(
      result.done.length > 0 && result.failed.length > 0
        ? `${countOf(result.removed, 'contact')} deleted, ${formatCount(result.failed.length)} not. ${names}: ${result.failure}`
        : result.done.length > 0
          ? `${countOf(result.removed, 'contact')} deleted, then it stopped: ${result.failure}`
          : result.isSettled
            ? `Nothing was deleted: ${result.failure}`
            : `Nothing is known to be deleted: ${result.failure}`,
    );
  }

  return (
    <ConfirmDialog
      title={`Delete ${countOf(count, 'contact')}?`}
      description={`${nameSome([...selected.values()])} ${count === 1 ? 'is' : 'are'} deleted for good. ${withoutTrash(count, lacking)}`}
      action={`Delete ${countOf(count, 'contact')}`}
      pending={pending}
      disabled={!isConfirmed(count, typed)}
      problem={
        failure
          ? `${failure} ${count < initially.size ? `${formatCount(count)} are left. ` : ''}You can try again.`
          : null
      }
      onConfirm={remove}
      onStop={count > AT_ONCE ? () => cancel?.abort() : undefined}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
      {pending && count > AT_ONCE ? (
        <label className="flex flex-col gap-1 text-sm text-muted">
          {formatCount(progress)} of {formatCount(count)}
          <Progress value={progress} max={count} className="w-full" />
        </label>
      ) : null}
    </ConfirmDialog>
  );
}
