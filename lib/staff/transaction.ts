import type { Pool, PoolClient } from 'pg';
import type * as z from 'zod';
import { transaction } from '@/lib/database/transaction';
import type { StaffError } from './staff';

export type Query = Pick<PoolClient, 'query'>;

/** Runs `work` in a transaction, and returns its result; rolls back if it throws or refuses. */
export async function inTransaction<R extends { ok: boolean }>(
  context: { pool: Pool },
  work: (client: PoolClient) => Promise<R>,
): Promise<R> {
  try {
    return await transaction(context, async (client) => {
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
