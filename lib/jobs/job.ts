import type { PoolClient } from 'pg';
import type { Database } from '@/lib/database/database';

/** Who last started, resumed or undid a job. */
export interface AskedBy {
  actor: unknown;
  /** `null` for the program itself. */
  tokenId: string | null;
  requestId: string | null;
}

/** `AskedBy` of the program itself, as JSON. */
export const askedBySystem = (name: string): string =>
  JSON.stringify({ actor: { kind: 'system', id: null, name }, tokenId: null, requestId: null });

/** A running job. */
export interface Job {
  organizationId: string;
  id: string;
  kind: string;
  /** Immutable. */
  input: unknown;
  /** Whether it is being undone. */
  undo: boolean;
  /** Pieces done and not undone. */
  position: number;
  /** Depends on the kind. */
  progress: unknown;
  askedBy: AskedBy;
  /** Failed attempts at the current piece. */
  attempts: number;
}

/** State of a job after a piece. */
export interface Advance {
  position: number;
  progress: object;
  done: boolean;
}

/** Runs the next piece of a job, in the transaction of `client`. */
export type Work = (piece: {
  job: Job;
  database: Database;
  client: PoolClient;
  /** The result of `prepare`. */
  prepared: unknown;
}) => Promise<Advance>;

export interface JobKind {
  /** Runs before the transaction, for network calls. May run more than once. */
  prepare?(piece: { job: Job }): Promise<unknown>;
  run: Work;
  undo?: Work;
}

/** By `kind`. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** Fails a job without a retry. The message is shown to people. */
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
