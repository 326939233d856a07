import pg from 'pg';
import { expect, test } from 'vitest';
import { insertAccount } from './accounts';
import { staffDatabase } from './auth';

/** Connections to a server that is not heard of any more. */
class SilentPool extends pg.Pool {
  taken = 0;
  private readonly silence = () => Promise.reject(new Error('Query read timeout'));
  override query = this.silence as never;
  override connect = (() => {
    this.taken++;
    return Promise.resolve({ query: this.silence, release: () => this.taken-- });
  }) as never;
}

test('an account that cannot be stored keeps no connection', async () => {
  const pool = new SilentPool();
  const account = { name: 'Ana', email: 'ana@example.com', role: 'admin', digest: '', first: true } as const;
  await expect(insertAccount(staffDatabase(pool), account)).rejects.toThrow('Failed query');
  expect(pool.taken).toBe(0);
});
