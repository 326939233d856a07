import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import { transaction } from '@/lib/database/transaction';
import type { Auth, Log } from './auth';
import type { SignInQueue } from './sign-in/sign-in-queue';
import type { StaffError } from './staff';

/** What the parts of the staff room share. */
export interface Room {
  pool: Pool;
  auth: Auth;
  secret: string;
  log: Log;
  /** Hashing passwords waits in it. */
  queue: SignInQueue;
  /** Days without use after which a session ends. */
  idleDays: number;
  /** Days after which a session ends. */
  sessionDays: number;
  /** Whether there is but the first organization: the console of another service. */
  onlyFirst: boolean;
  /** The only email that may sign in with a password, where companies do the rest. */
  passwordOnlyFor: string | undefined;
}

export type Query = Pick<PoolClient, 'query'>;

/** Runs `work` in one transaction: all of it is written, or, when it throws or refuses, nothing. */
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

export type Refusal = { ok: false; error: StaffError };

/** `path`: the field it belongs to, `''` for the whole form. */
export const refuse = (path: string, message: string): Refusal => ({ ok: false, error: { path, message } });

export function firstProblem({ issues: [issue] }: z.ZodError): Refusal {
  return refuse(issue?.path.join('.') ?? '', issue?.message ?? 'This cannot be used.');
}
