import { useState } from 'react';
import type { CallError } from '@/components/hooks/call-error';
import { useOperations } from '@/components/hooks/use-operation';
import { formatCountOf } from '@/components/text/format-count';
import { ErrorText } from '@/components/ui/error-text';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { RestoreResult } from '@/lib/contract/trash';

type NamedConflict = RestoreResult['conflicts'][number] & { name: string };

/** Contacts per request; small enough to show progress and not to block other requests. */
const CHUNK = 1_000;

/**
 * Returns a function that restores contacts from the trash, chunk by chunk until one fails, and shows count, conflicts and
 * error as a toast. `restored`: contacts restored so far; `null` while idle.
 */
export function useRestore() {
  const { act, settle } = useOperations('restoreContacts');
  /** Contacts restored so far; `null` while idle. */
  const [soFar, setSoFar] = useState<number | null>(null);

  /** Takes pairs of id and label; returns the ids that were restored. */
  async function restore(contacts: readonly (readonly [string, string])[]): Promise<string[]> {
    setSoFar(0);
    const labels = new Map(contacts);
    const done: string[] = [];
    const inTheWay: NamedConflict[] = [];
    let restored = 0;
    let failure: CallError | null = null;
    try {
      for (let start = 0; start < contacts.length; start += CHUNK) {
        const ids = contacts.slice(start, start + CHUNK).map(([id]) => id);
        const { count, conflicts } = await act({ body: { ids } });
        restored += count;
        setSoFar(restored);
        const conflicting = new Set(conflicts.map(({ id }) => id));
        done.push(...ids.filter((id) => !conflicting.has(id)));
        inTheWay.push(...conflicts.map((conflict) => ({ ...conflict, name: labels.get(conflict.id) ?? '' })));
      }
    } catch (cause) {
      failure = cause as CallError;
    }
    setSoFar(null);
    void settle();
    showRestoreToast(restored, inTheWay, failure);
    return done;
  }

  return { restore, restored: soFar };
}

const FAILED = 'restore-failed';

/** Shows the number of restored contacts as a toast, with the error or, if there is none, the conflicts. */
function showRestoreToast(restored: number, inTheWay: NamedConflict[], failure: CallError | null): void {
  const title = restored === 0 ? 'Nothing was restored' : `${formatCountOf(restored, 'contact')} restored`;
  if (failure) {
    toast.error(title, { id: FAILED, description: <ErrorText error={failure} /> });
    return;
  }
  // Dismiss the error of an earlier attempt.
  toast.dismiss(FAILED);
  if (inTheWay.length > 0)
    toast.warning(title, {
      description: <RestoreConflicts conflicts={inTheWay} />,
      // Milliseconds, long enough to follow the links.
      duration: 20_000,
    });
  else toast.success(title);
}

const MOST = 3;

/** Lists the first `MOST` contacts that could not be restored, with the contacts that have their email or phone. */
function RestoreConflicts({ conflicts }: { conflicts: readonly NamedConflict[] }) {
  const more = conflicts.length - MOST;
  return (
    <ul className="space-y-1">
      {conflicts.slice(0, MOST).map(({ name, path, contactId }) => (
        <li key={`${name} ${path} ${contactId}`} className="wrap-anywhere">
          Could not restore {name}: its {path} belongs to{' '}
          <Link href={`/contacts/${contactId}`} className="text-accent underline">
            another contact
          </Link>
          .
        </li>
      ))}
      {more > 0 ? <li>{formatCountOf(more, 'more conflict')}.</li> : null}
    </ul>
  );
}
