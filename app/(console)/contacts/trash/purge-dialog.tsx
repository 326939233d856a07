'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { countOf, formatCount } from '@/components/data-table/format-count';
import type { Selected } from '@/components/data-table/selection';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Progress } from '@/components/ui/progress';
import { toast } from '@/components/ui/toast';
import { bulkChangeKeys } from '../../bulk-changes/bulk-change-queries';
import { purgeContacts } from '../changes/delete-actions';
import { deleteInChunks } from '../changes/delete-in-chunks';
import { nameSome } from '../changes/name-some';
import { contactKeys } from '../contact-queries';
import { ConfirmCount, isConfirmed } from '../list/confirm-count';

/** So many at once: how far it is, is seen, and it can be stopped. */
const CHUNK = 1_000;

interface PurgeDialogProps {
  selected: Selected;
  onClose(): void;
  onDone(ids: string[]): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** The one thing in the console without a way back, and it says so. */
export default function PurgeDialog({ selected, onClose, onDone, finalFocus }: PurgeDialogProps) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [stop] = useState(() => new AbortController());
  const [failure, setFailure] = useState<string | null>(null);
  const pending = progress !== null;
  const count = selected.size;

  async function purge() {
    setProgress(0);
    setFailure(null);
    const result = await deleteInChunks([...selected.keys()], {
      size: CHUNK,
      send: purgeContacts,
      signal: stop.signal,
      onProgress: setProgress,
    });
    setProgress(null);
    if (result.done.length > 0) {
      onDone(result.done);
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      void queryClient.invalidateQueries({ queryKey: bulkChangeKeys.all });
      toast(`${countOf(result.removed, 'contact')} deleted forever`);
    }
    if (result.failure === null || result.done.length > 0) onClose();
    if (result.failure && result.done.length > 0) toast.error(`Then it stopped: ${result.failure}`);
    else if (result.failure) setFailure(result.failure);
  }

  return (
    <ConfirmDialog
      title={`Delete ${countOf(count, 'contact')} forever?`}
      description={`${nameSome([...selected.values()])}: gone with segments and redemptions. There is no way back.`}
      action="Delete forever"
      pending={pending}
      disabled={!isConfirmed(count, typed)}
      problem={failure}
      onConfirm={purge}
      onStop={count > CHUNK ? () => stop.abort() : undefined}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
      {pending && count > CHUNK ? (
        <label className="flex flex-col gap-1 text-sm text-muted">
          {formatCount(progress)} of {formatCount(count)}
          <Progress value={progress} max={count} className="w-full" />
        </label>
      ) : null}
    </ConfirmDialog>
  );
}
