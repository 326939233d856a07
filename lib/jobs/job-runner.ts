import { randomUUID } from 'node:crypto';
import type { Database } from '@/lib/database/database';
import { isRemote, outageSentence } from '@/lib/database/outage';
import { transaction } from '@/lib/database/transaction';
import { type Job, JobFailure, type JobKinds, JobPause } from './job';
import { advance, leaseNext, releaseLeases, renewLease, reschedule } from './job-table';

/** Interval for finding jobs of other instances and due retries. */
const POLL_MILLISECONDS = 1_000;
/** Attempts at a chunk, over about six seconds. */
const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MILLISECONDS = 50;

/** A quarter of the lease. */
const RENEW_MILLISECONDS = 2_000;
/** Delay before retrying a job whose data cannot be reached. */
const OUTAGE_MILLISECONDS = 5_000;

interface RunnerOptions {
  database: Database;
  kinds: JobKinds;
  /** Jobs to run at once, in no order. If absent, one at a time, in order within a kind and organization. */
  parallel?: number;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** The job was cancelled, restarted or taken over while its chunk was running. */
class LeaseLost extends Error {}

/** Runs jobs chunk by chunk. Every instance has its own runners. */
export class JobRunner {
  private readonly holder = randomUUID();
  /** Chunks that run in parallel, by job. */
  private readonly running = new Map<string, { organizationId: string; chunk: Promise<void> }>();
  /** Organizations, least recently served first. */
  private served: string[] = [];
  private isStopped = false;
  private loop: Promise<void> | undefined;
  private woken = false;
  /** Milliseconds to rest after the latest chunk. */
  private rest = 0;
  private wakeUp = () => {};

  constructor(private readonly options: RunnerOptions) {}

  start(): void {
    this.loop ??= this.runLoop();
  }

  /** Starts new jobs without waiting for the next poll. */
  wake(): void {
    this.woken = true;
    this.wakeUp();
  }

  /** Stops after the current chunks and frees their leases; other instances or the next start continue. */
  async close(): Promise<void> {
    this.isStopped = true;
    this.wakeUp();
    await this.loop;
    await Promise.all([...this.running.values()].map(({ chunk }) => chunk));
    await releaseLeases(this.options.database, this.holder);
  }

  /** Runs until nothing is due. */
  async runAll(): Promise<void> {
    while (await this.runNext());
  }

  /** Runs the next chunk, and handles its failure; `false` if none is due. */
  async runNext(): Promise<boolean> {
    const job = await this.lease();
    if (!job) return false;
    const start = performance.now();
    await this.runChunk(job).catch((cause) => this.handleFailure(job, cause));
    this.rest = (performance.now() - start) * (this.options.kinds[job.kind]?.rest ?? 0);
    return true;
  }

  /**
   * Starts the next chunk without waiting for it; its end wakes the runner. `false` if none is due or `parallel` are
   * running.
   */
  private async startNext(parallel: number): Promise<boolean> {
    if (this.running.size >= parallel) return false;
    const job = await this.lease({
      jobs: [...this.running.keys()],
      organizations: this.organizationsWithTheirShare(parallel),
    });
    if (!job) return false;
    const chunk = this.runChunk(job)
      .catch((cause) => this.handleFailure(job, cause))
      .catch((err) => this.options.log.warn({ err }, 'Reading or writing jobs failed.'))
      .finally(() => {
        this.running.delete(job.id);
        this.wake();
      });
    this.running.set(job.id, { organizationId: job.organizationId, chunk });
    return true;
  }

  /** Leases the next job, and moves its organization to the end of the turn; `null` if none is due. */
  private async lease(busy?: Parameters<typeof leaseNext>[4]): Promise<Job | null> {
    const { database, kinds } = this.options;
    const job = await leaseNext(database, this.holder, Object.keys(kinds), this.served, busy);
    this.served = job ? [...this.served.filter((id) => id !== job.organizationId), job.organizationId] : [];
    return job;
  }

  /** Organizations that run at least as many chunks as are free, so that others find room at once. */
  private organizationsWithTheirShare(parallel: number): string[] {
    const chunks = new Map<string, number>();
    for (const { organizationId } of this.running.values())
      chunks.set(organizationId, (chunks.get(organizationId) ?? 0) + 1);
    const free = parallel - this.running.size;
    return [...chunks].filter(([, count]) => count >= free).map(([id]) => id);
  }

  /**
   * Prepares and runs a chunk, in one transaction with its advance; renews its lease meanwhile.
   * @throws LeaseLost to roll it back if the job was cancelled or taken over.
   */
  private async runChunk(job: Job): Promise<void> {
    const { database, kinds } = this.options;
    const kind = kinds[job.kind];
    const renew = () => renewLease(database, job, this.holder).catch(() => {});
    const timer = setInterval(renew, RENEW_MILLISECONDS).unref();
    try {
      const prepared = await kind?.prepare?.({ job, database });
      await transaction({ database, organizationId: job.organizationId }, async (client) => {
        const next = await kind?.[job.undo ? 'undo' : 'run']?.({ job, database, client, prepared });
        if (!next || !(await advance(client, job, this.holder, next))) throw new LeaseLost();
      });
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Postpones the job, or fails it after `JobFailure` or `MOST_ATTEMPTS`; logs the cause, except of a `JobPause`.
   * Leaves a job alone whose lease was lost.
   */
  private async handleFailure(job: Job, cause: unknown): Promise<void> {
    if (cause instanceof LeaseLost) return;
    const { database, log } = this.options;
    if (cause instanceof JobPause)
      return reschedule(database, job, this.holder, { error: cause.message, pause: cause.milliseconds });
    // Only the database worker with the job's data is down: wait without counting a failure.
    if (isRemote(cause)) {
      log.warn({ err: cause, jobId: job.id, kind: job.kind }, 'A job waits for the database.');
      return reschedule(database, job, this.holder, {
        error: outageSentence(cause),
        pause: OUTAGE_MILLISECONDS,
      });
    }
    const fields = { err: cause, jobId: job.id, kind: job.kind };
    const isFinal = cause instanceof JobFailure || job.attempts + 1 >= MOST_ATTEMPTS;
    if (cause instanceof JobFailure) log.warn(fields, 'A job was stopped.');
    else if (isFinal) log.error(fields, 'A job failed.');
    else log.warn(fields, 'A chunk of a job failed and will be retried.');
    // If the database is unavailable, this fails too and the attempt does not count.
    await reschedule(database, job, this.holder, {
      pause: FIRST_PAUSE_MILLISECONDS * 2 ** job.attempts * (0.5 + Math.random() / 2),
      error: isFinal ? toMessage(cause) : null,
      failure: isFinal ? 'last' : 'retried',
    });
  }

  /**
   * Runs jobs until the runner is closed. If none is due, waits for the next poll or `wake`. Begins by freeing all leases
   * of an embedded database.
   */
  private async runLoop(): Promise<void> {
    const { database, log, parallel } = this.options;
    let isFirst = true;
    while (!this.isStopped) {
      this.woken = false;
      try {
        // Leases of a crashed process; no other process can use this database.
        if (isFirst && database.engine === 'embedded') await releaseLeases(database, null);
        isFirst = false;
        if (await (parallel ? this.startNext(parallel) : this.runNext())) {
          if (this.rest > 0) await this.pause(this.rest);
          continue;
        }
      } catch (err) {
        log.warn({ err }, 'Reading or writing jobs failed.');
      }
      if (!this.woken) await this.pause();
    }
  }

  /** Waits until woken, at most this long. */
  private pause(milliseconds = POLL_MILLISECONDS): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const toMessage = (cause: unknown): string =>
  cause instanceof JobFailure ? cause.message : 'It failed several times. The server’s log has the details.';
