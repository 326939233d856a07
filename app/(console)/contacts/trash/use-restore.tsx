'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { countOf } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { bulkChangeKeys } from '../../bulk-changes/bulk-change-queries';
import { segmentKeys } from '../../segments/segment-queries';
import { failureText, NO_ANSWER } from '../action-failure';
import { restoreContacts } from '../changes/delete-actions';
import { contactKeys } from '../contact-queries';
import { type InTheWay, RestoreConflicts } from './restore-conflicts';

/** Contacts per request, to show progress and not block others. */
const CHUNK = 1_000;

/** Restores contacts from the trash and reports conflicts. */
export function useRestore() {
  const queryClient = useQueryClient();
  /** Contacts restored so far; `null` while idle. */
  const [soFar, setSoFar] = useState<number | null>(null);

  /** Takes pairs of id and label; returns the ids that were restored. */
  async function restore(contacts: readonly (readonly [string, string])[]): Promise<string[]> {
    setSoFar(0);
    const labels = new Map(contacts);
    const done: string[] = [];
    const inTheWay: InTheWay[] = [];
    let restored = 0;
    let failure: string | null = null;
    for (let start = 0; start < contacts.length; start += CHUNK) {
      const ids = contacts.slice(start, start + CHUNK).map(([id]) => id);
      const result = await restoreContacts({ ids }).catch(() => NO_ANSWER);
      if (!result.ok) {
        failure = failureText(result.error);
        break;
      }
      const conflicting = new Set(result.data.conflicts.map(({ id }) => id));
      restored += result.data.count;
      setSoFar(restored);
      done.push(...ids.filter((id) => !conflicting.has(id)));
      inTheWay.push(
        ...result.data.conflicts.map(({ id, path, contactId }) => ({
          name: labels.get(id) ?? id,
          path,
          contactId,
        })),
      );
    }
    setSoFar(null);
    void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
    void queryClient.invalidateQueries({ queryKey: bulkChangeKeys.all });
    tell(restored, inTheWay, failure);
    return done;
  }

  return { restore, restored: soFar };
}

const FAILED = 'restore-failed';
/** Time to follow the links. */
const READING_MILLISECONDS = 20_000;

function tell(restored: number, inTheWay: InTheWay[], failure: string | null): void {
  const title = restored === 0 ? 'Nothing was restored' : `${countOf(restored, 'contact')} restored`;
  if (failure) {
    toast.error(title, { id: FAILED, description: failure });
    return;
  }
  // Dismiss the error of an earlier attempt.
  toast.dismiss(FAILED);
  if (inTheWay.length > 0)
    toast.warning(title, {
      description: <RestoreConflicts conflicts={inTheWay} />,
      duration: READING_MILLISECONDS,
    });
  else toast.success(title);
}
