import { expect, test, vi } from 'vitest';
import { isRemote } from './outage';
import { run } from './statement';
import { serverEngine, type TestEngine } from './testing';
import { transaction } from './transaction';
import { Workers } from './workers';

test.skipIf(!serverEngine)('only what waits for a silent worker fails', async () => {
  const opened = await (serverEngine as TestEngine).open();
  const [silent, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  let answer = [{ id: silent }];
  const workers = new Workers({ query: async () => ({ rows: answer }), end: async () => {} } as never);
  const database = { ...opened, workers };
  const holder = await opened.pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  const wait = { text: 'select pg_advisory_xact_lock_shared(1)' };
  const ask = (organizationId?: string | null, query = wait) =>
    run(database, query, undefined, organizationId);
  const chunk = (organizationId: string) =>
    transaction({ database, organizationId }, (client) => run(database, wait, client, organizationId));
  const isRemoteReason = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === 'rejected' && isRemote(outcome.reason);

  const others = Promise.all([ask(other), ask(), chunk(other)]);
  const outcomes = await Promise.allSettled([ask(silent), ask(null), chunk(silent)]);
  expect(outcomes.map(isRemoteReason)).toEqual([true, true, true]);
  // No connection is taken for what would wait.
  await expect(ask(silent)).rejects.toThrow('The worker that has the organization does not answer.');
  await expect(chunk(silent)).rejects.toThrow('does not answer');
  await holder.query('select pg_advisory_unlock(1)');
  await others;

  answer = [];
  await vi.waitFor(() => ask(silent, { text: 'select' }));
  holder.release();
  await workers.close();
  await opened.close();
});
