import type { BulkChange } from '@/lib/contract/bulk-change';
import { isInterrupted } from './bulk-change-queries';
import type { BulkJob, BulkJobs } from './bulk-jobs';

/** Bulk changes that are not at their end and that this window does not carry on: somebody else does, or nobody. */
export class WatchedChanges {
  readonly #seen = new Map<string, { progress: string; at: number }>();

  /** @param from what was read before may not know yet of what has stopped. */
  constructor(
    private readonly jobs: BulkJobs,
    private readonly from: number,
  ) {}

  /** Those of the changes that are to be looked at again. */
  among(changes: readonly BulkChange[]): BulkChange[] {
    return changes.filter((change) => {
      const job = this.jobs.get(change.id);
      return job ? job.state === 'stopped' : isInterrupted(change);
    });
  }

  /**
   * Offers those that stand still, and takes back the offer of those that move.
   *
   * @param at when the changes were read.
   * @returns what was offered and has ended in another window.
   */
  look(changes: readonly BulkChange[], at: number): BulkJob[] {
    if (at < this.from) return [];
    const watched = this.among(changes);
    for (const id of this.#seen.keys())
      if (!watched.some((change) => change.id === id)) this.#seen.delete(id);
    return watched.flatMap((change) => {
      const { id } = change;
      const job = this.jobs.get(id);
      if (job && hasEnded(change, job)) return { ...job, change };
      const progress = `${change.state} ${change.processed} ${change.undone} ${change.conflicts}`;
      const before = this.#seen.get(id);
      if (before?.at === at) return [];
      this.#seen.set(id, { progress, at });
      if (!before) return [];
      const shown = before.progress === progress;
      if (!job && shown) this.jobs.add(stopped(change));
      else if (job && job.shown !== shown) this.jobs.update(id, { change, shown });
      return [];
    });
  }
}

/** An undo that stopped before its first step has left the change at its end. */
function hasEnded(change: BulkChange, job: BulkJob): boolean {
  return !isInterrupted(change) && (job.direction === 'run' || change.state !== job.change.state);
}

function stopped(change: BulkChange): BulkJob {
  return {
    change,
    direction: change.state === 'undoing' ? 'undo' : 'run',
    state: 'stopped',
    failure: null,
    exact: true,
    shown: true,
    asked: change.total,
  };
}
