'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { toast } from 'sonner';
import { countOf } from '@/components/data-table/format-count';
import type { Selected } from '@/components/data-table/selection';
import { Button } from '@/components/ui/button';
import { AlertDialog } from '@/components/ui/dialog';
import { ConfirmCount, isConfirmed } from '../confirm-count';
import { contactKeys } from '../contact-queries';
import { purgeContacts } from '../delete-actions';
import { deleteInChunks } from '../delete-in-chunks';
import { nameSome } from '../name-some';

/** As many ids as one request of the API takes. */
const CHUNK = 10_000;

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
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const count = selected.size;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || !isConfirmed(count, typed)) return;
    setPending(true);
    setFailure(null);
    const result = await deleteInChunks([...selected.keys()], { size: CHUNK, send: purgeContacts });
    setPending(false);
    if (result.done.length > 0) {
      onDone(result.done);
      void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
      toast(`${countOf(result.removed, 'contact')} deleted forever`);
    }
    if (result.failure === null || result.done.length > 0) onClose();
    if (result.failure && result.done.length > 0) toast.error(`Then it stopped: ${result.failure}`);
    else setFailure(result.failure);
  }

  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={`Delete ${countOf(count, 'contact')} forever?`}
      description={`${nameSome([...selected.values()])}: gone with segments and redemptions. There is no way back.`}
      initialFocus={count > 100 ? undefined : cancel}
      finalFocus={finalFocus}
      actions={
        <>
          <Button ref={cancel} onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="purge-contacts"
            variant="danger"
            pending={pending}
            disabled={!isConfirmed(count, typed)}
          >
            Delete forever
          </Button>
        </>
      }
    >
      <form id="purge-contacts" onSubmit={submit} className="flex flex-col gap-3">
        <ConfirmCount count={count} typed={typed} onTyped={setTyped} />
        {failure ? (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
            Nothing was deleted: {failure}
          </p>
        ) : null}
      </form>
    </AlertDialog>
  );
}
