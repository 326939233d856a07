'use client';

import { RefreshCw } from 'lucide-react';
import { useConnectionActions } from '@/app/(console)/settings/connection/use-connection-actions';
import { useCan, useConnection } from '@/components/hooks/use-can';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Progress } from '@/components/ui/progress';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ReplicaStatus } from '@/lib/contract/connection';

/** Status and progress of the replica, with a button to synchronize. */
export function ReplicaSummary({ replica }: { replica: ReplicaStatus }) {
  const maySynchronize = useCan('synchronize', 'contacts:write');
  const { synchronize, pending } = useConnectionActions();
  const { sync, problem } = replica;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p>
        <ReplicaWords {...replica} />
      </p>
      {sync?.running ? <SyncProgress {...sync} /> : null}
      {maySynchronize && !sync?.running && !problem?.isFinal ? (
        <Button variant="ghost" size="sm" pending={pending === 'synchronize'} onClick={synchronize}>
          <RefreshCw aria-hidden className="text-muted" />
          {problem ? 'Retry' : 'Synchronize'}
        </Button>
      ) : null}
    </div>
  );
}

/** Says how complete the replica is, or why it is not synchronized. */
function ReplicaWords({ contacts, synchronizes, reason, completeAt, sync, problem }: ReplicaStatus) {
  const has = formatCountOf(contacts, 'contact');
  if (!synchronizes)
    return (
      <>
        This service cannot list its contacts{reason ? ` (${reason.replace(/\.$/, '')})` : ''}. Showing {has}{' '}
        added or changed here.
      </>
    );
  if (problem) return <>Synchronization stopped. {problem.message}</>;
  if (!sync) return <>Not synchronized yet.</>;
  const invalid =
    sync.invalid > 0 ? ` ${formatCountOf(sync.invalid, 'invalid contact')}. ${sync.firstInvalid}` : '';
  if (sync.running && !completeAt) return <>Synchronizing contacts.{invalid}</>;
  if (!sync.running && sync.total !== null && sync.met < sync.total)
    return (
      <>
        Incomplete: {formatCount(sync.met)} of {formatCount(sync.total)}. The service lists fewer contacts
        than it counts.{invalid}
      </>
    );
  if (!completeAt) return <>Incomplete.{invalid}</>;
  return (
    <>
      Synchronized <RelativeTime at={completeAt} />.{invalid}
    </>
  );
}

/** The number of contacts read so far, of the total if it is known. */
function SyncProgress({ met, total }: NonNullable<ReplicaStatus['sync']>) {
  const words = total === null ? formatCount(met) : `${formatCount(met)} of ${formatCount(total)}`;
  return (
    <label className="flex items-center gap-2">
      <span>{words}</span>
      <Progress
        value={total === null ? undefined : Math.min(met, total)}
        max={total === null ? undefined : Math.max(1, total)}
        className="w-32"
      />
    </label>
  );
}

/** Says why the replica is empty; `null` if there is no replica. */
export function useEmptyReplicaReason(): string | null {
  const connection = useConnection();
  if (!connection?.replica) return null;
  const { replica, lastSuccessAt } = connection;
  if (lastSuccessAt === null) return 'Waiting for the contacts service.';
  if (!replica.synchronizes) return 'Contacts added or changed in this console appear here.';
  if (replica.problem) return replica.problem.message;
  return replica.completeAt
    ? 'The contacts service has no contacts.'
    : 'Contacts appear here once they are synchronized.';
}
