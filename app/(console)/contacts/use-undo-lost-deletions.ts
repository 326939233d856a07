import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReadError, readData } from '@/app/data/read-data';
import { toast } from '@/components/ui/toast';
import type { PerhapsDeleted } from '@/lib/contract/connection';
import { useOffered } from '../console-providers';
import { contactName } from './contact-name';
import type { CreatedAnew } from './create-anew';
import { createAnewWithToast } from './create-anew-with-toast';
import { undoLostDeletions } from './delete-actions';

/** Brings back contacts of which it is not known whether the service has deleted them. */
export function useUndoLostDeletions() {
  const queryClient = useQueryClient();
  const mayDelete = useOffered('contacts:delete', 'deleteContact');
  const mayCreate = useOffered('contacts:write', 'upsertContact');
  const [pending, setPending] = useState(false);

  async function undo(contacts: () => Promise<PerhapsDeleted[]>): Promise<CreatedAnew[]> {
    setPending(true);
    try {
      const labels = new Map((await contacts()).map((contact) => [contact.id, contactName(contact)]));
      return await createAnewWithToast([...labels.keys()], {
        send: (ids) => undoLostDeletions({ ids }),
        labels,
        queryClient,
      });
    } catch (cause) {
      if (!(cause instanceof ReadError)) throw cause;
      toast.error('They could not be read', { description: cause.message });
      return [];
    } finally {
      setPending(false);
    }
  }

  return {
    offered: mayDelete && mayCreate,
    pending,
    undoOne: (contact: PerhapsDeleted) => undo(async () => [contact]),
    undoAll: () => undo(readAll),
  };
}

async function readAll(): Promise<PerhapsDeleted[]> {
  const { signal } = new AbortController();
  return (await readData<{ data: PerhapsDeleted[] }>('/data/deletions-lost', signal)).data;
}
