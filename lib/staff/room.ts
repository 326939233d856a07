import type { Pool, PoolClient } from 'pg';
import type * as z from 'zod';
import { transaction } from '@/lib/database/transaction';
import type { Auth, Log } from './auth';
import type { SignInQueue } from './sign-in/sign-in-queue';
import type { StaffError } from './staff';

/** Shared by the parts of the staff room. */
export interface Room {
  pool: Pool;
  auth: Auth;
  /** At least 32 characters; the same in all instances. */
  secret: string;
  log: Log;
  /** Limits concurrent password hashing. */
  queue: SignInQueue;
  /** Days until a session expires, in total and without use. */
  sessionDays: number;
  idleDays: number;
  /** Whether only the first organization is accessible, as in connected mode. */
  onlyFirst: boolean;
  /** The only email that may sign in with a password when companies are configured. */
  passwordOnlyFor: string | undefined;
}

export type Query = Pick<PoolClient, 'query'>;

/** Runs `work` in a transaction; rolls back if it throws or refuses. */
export async function settle<R extends { ok: boolean }>(
  room: Pick<Room, 'pool'>,
  work: (client: PoolClient) => Promise<R>,
): Promise<R> {
  try {
    return await transaction(room, async (client) => {
      const result = await work(client);
      if (!result.ok) throw new Refused(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return error.result as R;
    throw error;
  }
}

class Refused extends Error {
  constructor(readonly result: { ok: boolean }) {
    super('Refused.');
  }
}

export const DONE = { ok: true as const, data: null };

export type Refusal = { ok: false; error: StaffError };

/** `path`: the field, or `''` for the whole form. */
export const refuse = (path: string, message: string): Refusal => ({ ok: false, error: { path, message } });

export function firstProblem({ issues: [issue] }: z.ZodError): Refusal {
  return refuse(issue?.path.join('.') ?? '', issue?.message ?? 'Invalid input.');
}
