import type { PoolClient } from 'pg';
import type * as z from 'zod';
import type { Database } from '@/lib/database/database';

/** The person or program that last started, resumed or undid a job. */
export interface RequestedBy {
  actor: unknown;
  /** `null` for the program itself. */
  tokenId: string | null;
  requestId: string | null;
}

/** Names the program itself as requester. */
export const requestedBySystem = (name: string): RequestedBy => ({
  actor: { kind: 'system', id: null, name },
  tokenId: null,
  requestId: null,
});

/** A kind's name in the table, and the schemas of its rows, which another version of the program may have written. */
export interface JobType<Input, Progress extends object> {
  readonly name: string;
  readonly input: z.ZodType<Input>;
  readonly progress: z.ZodType<Progress>;
}

/** A running job. */
export interface Job<Input = unknown, Progress = object> {
  organizationId: string;
  id: string;
  kind: string;
  /** Immutable. */
  input: Input;
  /** Whether the job is being undone. */
  undo: boolean;
  /** Chunks done and not undone. */
  position: number;
  progress: Progress;
  requestedBy: RequestedBy;
  /** Failed attempts at the current chunk. */
  attempts: number;
}

/** State of a job after a chunk. */
export interface Advance<Progress extends object = object> {
  position: number;
  progress: Progress;
  done: boolean;
}

/** Runs the next chunk of a job, in the transaction of `client`. */
export type Work<Input = unknown, Progress extends object = object, Prepared = unknown> = (chunk: {
  job: Job<Input, Progress>;
  database: Database;
  client: PoolClient;
  /** The result of `prepare`. */
  prepared: Prepared;
}) => Promise<Advance<Progress>>;

/** Runs the chunks of jobs of a type. */
export type WorkOf<Type> = Type extends JobType<infer Input, infer Progress> ? Work<Input, Progress> : never;

export interface JobKind<Input = unknown, Progress extends object = object, Prepared = unknown> {
  /** Runs before the transaction, for network calls. May run more than once. */
  prepare?(chunk: { job: Job<Input, Progress>; database: Database }): Promise<Prepared>;
  run: Work<Input, Progress, Prepared>;
  undo?: Work<Input, Progress, Prepared>;
  /** Rest after each chunk, as a multiple of its duration, unless woken: for work that nobody waits for. */
  rest?: number;
}

/** Job kinds by the name of their type. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** Makes a kind, under its type's name, of how its jobs run. Its functions get the job parsed by the type's schemas. */
export function jobKind<Input, Progress extends object, Prepared>(
  type: JobType<Input, Progress>,
  { prepare, run, undo, rest }: JobKind<Input, Progress, Prepared>,
): JobKinds {
  /** The job with input and progress parsed; throws if they do not fit the type. */
  const parsed = (job: Job): Job<Input, Progress> => ({
    ...job,
    input: type.input.parse(job.input),
    progress: type.progress.parse(job.progress),
  });
  const work =
    (step: Work<Input, Progress, Prepared>): Work =>
    (chunk) =>
      step({ ...chunk, job: parsed(chunk.job), prepared: chunk.prepared as Prepared });
  return {
    [type.name]: {
      prepare: prepare && (({ job, database }) => prepare({ job: parsed(job), database })),
      run: work(run),
      undo: undo && work(undo),
      ...(rest && { rest }),
    },
  };
}

/** Fails a job without a retry. The message is shown to people. */
export class JobFailure extends Error {}

/** Postpones a chunk without counting a failure. People see the message until the job resumes by itself. */
export class JobPause extends Error {
  constructor(
    message: string,
    readonly milliseconds: number,
  ) {
    super(message);
  }
}
