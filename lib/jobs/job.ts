import type { PoolClient } from 'pg';
import type { Database } from '@/lib/database/database';

/** Who started, resumed or undid a job last. */
export interface AskedBy {
  actor: unknown;
  /** `null`: the program itself. */
  tokenId: string | null;
  requestId: string | null;
}

/** A running job, as its kind sees it. */
export interface Job {
  organizationId: string;
  id: string;
  kind: string;
  /** What is asked for; never changes. */
  input: unknown;
  /** Whether it is being undone. */
  undo: boolean;
  /** Pieces done and not undone. */
  position: number;
  /** What the kind counts. */
  progress: unknown;
  askedBy: AskedBy;
  /** Failures of this piece so far. */
  attempts: number;
}

/** How far a job is after a piece. */
export interface Advance {
  position: number;
  progress: object;
  /** Whether nothing is left to do. */
  done: boolean;
}

/** Does the next piece of a job. All of it happens in the transaction of `client`, or nothing. */
export type Work = (piece: {
  job: Job;
  database: Database;
  client: PoolClient;
  /** What `prepare` returned. */
  prepared: unknown;
}) => Promise<Advance>;

export interface JobKind {
  /** Before the transaction: calls over a network, for which no transaction should wait. It may happen again. */
  prepare?(piece: { job: Job }): Promise<unknown>;
  run: Work;
  undo?: Work;
}

/** What the runner knows how to do, by `kind`. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** Ends a job as `failed` without another attempt. The message is shown to people. */
export class JobFailure extends Error {}

/** Puts a piece off, which counts as no failure; the job runs on by itself. The message is shown to people meanwhile. */
export class JobPause extends Error {
  constructor(
    message: string,
    readonly milliseconds: number,
  ) {
    super(message);
  }
}
