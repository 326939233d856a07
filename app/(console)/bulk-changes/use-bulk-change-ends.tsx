import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { allFields, toFieldsByName } from '@/components/contacts/own-fields';
import { useConsole } from '@/components/contacts/use-console';
import { contactTopics } from '@/components/hooks/console-operations';
import { useCan } from '@/components/hooks/use-can';
import { invalidate } from '@/components/hooks/use-operation';
import { readOptions } from '@/components/hooks/use-read';
import { allSegments } from '@/components/segments/use-segments';
import { contactName } from '@/components/text/contact-name';
import { Link } from '@/components/ui/link';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import {
  getStepKey,
  isMerge,
  isReversible,
  isUnderWay,
  latestBulkChanges,
  refetchInterval,
} from './bulk-change-state';
import { getToastId, useBulkChangeSteps } from './use-bulk-change-steps';

/**
 * Polls the latest bulk changes. Returns them, and ids of ended ones that this tab did not start. When a change ends,
 * refreshes contacts and segments, and shows the outcome if this tab started it.
 */
export function useBulkChangeEnds(): { changes: BulkChange[]; ended: ReadonlySet<string> } {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { undo } = useBulkChangeSteps();
  const isWatched = useCan('listBulkChanges', 'change');
  const { data: changes } = useQuery({
    ...latestBulkChanges,
    staleTime: 0,
    enabled: isWatched,
    refetchInterval: ({ state }) => refetchInterval(state.data, state.error),
  });
  const before = useRef<ReadonlyMap<string, BulkChange>>(null);
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (!changes) return;
    const seen = before.current;
    before.current = new Map(changes.map((change) => [change.id, change]));
    const moved = changes.filter((change) => {
      const earlier = seen?.get(change.id);
      return earlier ? getStepKey(earlier) !== getStepKey(change) : seen !== null || started.has(change.id);
    });
    const halted = moved.filter((change) => !isUnderWay(change));
    if (halted.length > 0) refreshContacts(queryClient);
    for (const change of moved) if (change.state.startsWith('undo')) toast.dismiss(getToastId(change));
    for (const change of halted) {
      const asked = started.get(change.id);
      started.delete(change.id);
      if (asked !== undefined) void showOutcomeToast(queryClient, change, asked, () => undo(change));
      else if (seen?.has(change.id) && isUnderWay(seen.get(change.id) as BulkChange))
        setEnded((others) => new Set([...others, change.id]));
    }
  }, [changes, queryClient, started, undo]);
  return { changes: changes ?? [], ended };
}

export function refreshContacts(queryClient: QueryClient): void {
  void invalidate(queryClient, [...contactTopics, 'bulk-changes']);
}

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
  const { describeOutcome } = await import('./bulk-messages');
  const { title, description, leadsToTrash } = describeOutcome(change, segments, {
    fields,
    asked,
    conflicting: names,
  });
  const say = leadsToTrash ? toast.warning : change.state === 'undone' ? toast.success : toast;
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
