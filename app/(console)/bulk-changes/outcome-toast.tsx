import type { QueryClient } from '@tanstack/react-query';
import { allFields, toFieldsByName } from '@/components/contacts/own-fields';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isMerge, isReversible } from './bulk-change-state';
import { describeOutcome } from './bulk-messages';
import { getToastId } from './use-bulk-change-steps';

/**
 * Shows the outcome of a finished change or undo as a toast, with Undo if possible. Stopped changes are lines at the foot
 * of the page instead.
 */
export async function showOutcomeToast(
  queryClient: QueryClient,
  change: BulkChange,
  asked: number,
  undo: () => void,
): Promise<void> {
  if (change.state !== 'finished' && change.state !== 'undone') return;
  const segments = await queryClient.fetchQuery(allSegments).catch(() => []);
  const names =
    change.state === 'undone' && change.conflicts > 0 ? await readConflictNames(change, queryClient) : [];
  const list = change.change.type === 'field' ? await queryClient.fetchQuery(allFields).catch(() => []) : [];
  const fields = toFieldsByName(list);
  const { title, description, leadsToTrash } = describeOutcome(change, segments, {
    fields,
    asked,
    conflicting: names,
  });
  const say = leadsToTrash ? toast.warning : toast.success;
  say(title, {
    id: change.state === 'undone' ? undefined : getToastId(change),
    description: leadsToTrash ? (
      <>
        {description}{' '}
        <Link href="/contacts/trash" className="text-accent underline underline-offset-2">
          Trash
        </Link>
      </>
    ) : (
      description
    ),
    action:
      change.state === 'finished' && (change.changed > 0 || isMerge(change)) && isReversible(change)
        ? { label: 'Undo', onClick: undo }
        : undefined,
  });
}

/** Names of contacts that an undo left in the trash; `[]` unless the latest deletions there identify them beyond doubt. */
async function readConflictNames(change: BulkChange, queryClient: QueryClient): Promise<string[]> {
  const trash = readOptions('listTrash', { query: { pageSize: '100' } });
  const page = await queryClient.fetchQuery({ ...trash, staleTime: 0 }).catch(() => null);
  const left = page?.data.filter(
    ({ actor, deletedAt }) => actor?.id === change.actor?.id && deletedAt >= change.createdAt,
  );
  return left?.length === change.conflicts ? left.map(contactName) : [];
}
