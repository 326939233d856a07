import { useSyncExternalStore } from 'react';
import type { BulkChange } from '@/lib/contract/bulk-change';

/** A bulk change that this browser carries out or puts back, or that waits for somebody to say whether it goes on. */
export interface BulkJob {
  /** As it was last heard of. */
  change: BulkChange;
  direction: 'run' | 'undo';
  /** `cancelling`: it is carried on no further than what is under way. */
  state: 'working' | 'cancelling' | 'stopped';
  /** Why it stopped; `null` where the page that carried it out was closed. */
  failure: string | null;
  /** Whether nothing was done that `change` does not tell of: an answer may have been lost. */
  exact: boolean;
  /** It has taken long enough to be worth a look. */
  shown: boolean;
  /** How many contacts it was meant for; more than `change.total` where some were gone. */
  asked: number;
  /** It has ended or stopped, having come so far. */
  onHalt?(change: BulkChange): void;
}

/** The bulk changes of this browser. They go on while somebody moves about the console. */
export class BulkJobs {
  #jobs: readonly BulkJob[] = [];
  readonly #listeners = new Set<() => void>();

  get snapshot(): readonly BulkJob[] {
    return this.#jobs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(id: string): BulkJob | undefined {
    return this.#jobs.find(({ change }) => change.id === id);
  }

  add(job: BulkJob): void {
    this.#replace([...this.#jobs.filter(({ change }) => change.id !== job.change.id), job]);
  }

  update(id: string, values: Partial<BulkJob>): void {
    this.#replace(this.#jobs.map((job) => (job.change.id === id ? { ...job, ...values } : job)));
  }

  remove(id: string): void {
    this.#replace(this.#jobs.filter(({ change }) => change.id !== id));
  }

  #replace(jobs: readonly BulkJob[]): void {
    this.#jobs = jobs;
    for (const listener of this.#listeners) listener();
  }
}

const none: readonly BulkJob[] = [];

export function useBulkJobList(jobs: BulkJobs): readonly BulkJob[] {
  return useSyncExternalStore(
    jobs.subscribe,
    () => jobs.snapshot,
    () => none,
  );
}
