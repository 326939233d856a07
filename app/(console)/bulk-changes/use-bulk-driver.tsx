'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { toast } from '@/components/ui/toast';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkJobs } from '../console-providers';
import { contactKeys } from '../contacts/contact-queries';
import { segmentKeys, segmentListOptions } from '../segments/segment-queries';
import { cancelBulkChange, nameConflicts, runBulkChange, undoBulkChange } from './bulk-change-actions';
import { bulkChangeListOptions, readBulkChanges } from './bulk-change-queries';
import type { BulkJob, BulkJobs } from './bulk-jobs';
import { outcomeOf, segmentWords } from './bulk-words';
import { driveBulkChange } from './drive-bulk-change';

/** Begins bulk changes and carries them on. What it begins goes on without the component that began it. */
export function useBulkDriver(): BulkDriver {
  const jobs = useBulkJobs();
  const queryClient = useQueryClient();
  return useMemo(() => new BulkDriver(jobs, queryClient), [jobs, queryClient]);
}

class BulkDriver {
  constructor(
    private readonly jobs: BulkJobs,
    private readonly queryClient: QueryClient,
  ) {}

  /** Carries out a change that has just been made. Resolves when it has ended or stopped. */
  begin(change: BulkChange, asked: number, onHalt: BulkJob['onHalt']): Promise<void> {
    this.add({ change, direction: 'run', asked, onHalt });
    return this.drive(change.id);
  }

  /** Puts back what a change did. */
  putBack(change: BulkChange): void {
    toast.dismiss(offerOf(change));
    this.add({ change, direction: 'undo', asked: change.changed });
    void this.drive(change.id);
  }

  /** Goes on where it stopped. */
  goOn(id: string): Promise<void> {
    this.jobs.update(id, { state: 'working' });
    return this.drive(id);
  }

  /** Leaves the rest as it is: at once where it has stopped, else after what is under way. */
  leave({ change: { id }, state }: BulkJob): void {
    this.jobs.update(id, { state: 'cancelling' });
    if (state === 'stopped') void this.drive(id);
  }

  private drive(id: string): Promise<void> {
    return driveBulkChange(this.jobs, id, {
      run: runBulkChange,
      undo: undoBulkChange,
      cancel: cancelBulkChange,
      look: async () => (await readBulkChanges()).find((change) => change.id === id) ?? null,
      onEnd: (job) => this.end(job),
      onStop: (job) => {
        job.onHalt?.(job.change);
        this.refresh();
      },
    });
  }

  /** Says how it has ended, here or in another window. */
  end(job: BulkJob): void {
    this.jobs.remove(job.change.id);
    job.onHalt?.(job.change);
    this.refresh();
    void this.tell(job);
  }

  private add(job: Pick<BulkJob, 'change' | 'direction' | 'asked' | 'onHalt'>): void {
    this.jobs.add({ ...job, state: 'working', failure: null, exact: true, shown: false });
  }

  private refresh(): void {
    for (const queryKey of [contactKeys.contacts, segmentKeys.segments, bulkChangeListOptions().queryKey])
      void this.queryClient.invalidateQueries({ queryKey });
  }

  private async tell(job: BulkJob): Promise<void> {
    const { change, direction } = job;
    const done = change.state === 'finished' || change.state === 'cancelled';
    // Somebody else puts it back.
    if (direction === 'run' && !done) return;
    const segments = this.queryClient.getQueryData(segmentListOptions().queryKey) ?? [];
    const { title, description, warns, leadsToTrash } = outcomeOf(
      job,
      segmentWords(change.change, segments),
      await conflictsOf(change),
    );
    const undoable = direction === 'run' ? change.changed > 0 : change.state === 'cancelled';
    const label = direction === 'run' ? 'Undo' : 'Go on';
    const say = warns ? toast.warning : change.state === 'undone' ? toast.success : toast;
    say(title, {
      id: offerOf(change),
      description: leadsToTrash ? (
        <>
          {description}{' '}
          <Link href="/contacts/trash" prefetch={false} className="text-accent underline underline-offset-2">
            Trash
          </Link>
        </>
      ) : (
        description
      ),
      action: undoable ? { label, onClick: () => this.putBack(change) } : undefined,
    });
  }
}

/** Id of the message that offers to put back what is left of a change; it goes as soon as somebody does, there or elsewhere. */
const offerOf = ({ id, undone }: BulkChange) => `bulk-${id}-${undone}`;

/** Names of contacts that could not come back; none where that cannot be known now. */
async function conflictsOf({ id, state, conflicts }: BulkChange): Promise<string[]> {
  if (state !== 'undone' || conflicts === 0) return [];
  const result = await nameConflicts({ id }).catch(() => null);
  return result?.ok ? result.data : [];
}
