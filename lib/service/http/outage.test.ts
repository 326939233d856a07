import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '@/lib/database/database';
import { isOutage } from '@/lib/database/outage';
import { run } from '@/lib/database/statement';
import { type ServerDatabase, serverEngine, type TestEngine } from '@/lib/database/testing';
import { transaction } from '@/lib/database/transaction';

const error = (fields: object) => Object.assign(new Error('of a test'), fields);

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: '57P01', severity: 'FATAL' }, true],
  // Not accepting connections; password changed.
  [{ code: '55000', severity: 'FATAL' }, true],
  [{ code: '28P01', severity: 'FATAL' }, true],
  // Read-only since another server has taken over.
  [{ code: '25006', severity: 'ERROR' }, true],
  // A worker of Citus that stops while it answers.
  [{ code: 'XX000', severity: 'ERROR', message: 'server closed the connection unexpectedly\n\tThis' }, true],
  [{ code: 'XX000', severity: 'ERROR', message: 'failure on connection marked as essential: b:1' }, true],
  [{ code: 'XX000', severity: 'ERROR', message: 'could not commit transaction for shard 1 on' }, true],
  [{ code: 'XX000', severity: 'ERROR' }, false],
  [{ code: '55000', severity: 'ERROR' }, false],
  [{ code: '22P02', severity: 'ERROR' }, false],
  [{}, false],
  // As Drizzle wraps it.
  [{ cause: error({ code: 'ECONNREFUSED' }) }, true],
])('%j', (fields, outage) => {
  expect(isOutage(error(fields))).toBe(outage);
});

test.skipIf(!serverEngine)(
  'a server that is not heard of any more is one, whoever asks, and the next one asks on a new connection',
  async () => {
    const server = (await (serverEngine as TestEngine).open()) as ServerDatabase;
    const url = new URL(server.url);
    const { hostname, port } = url;
    const sockets: Socket[] = [];
    const between = createServer((client) => {
      const there = connect(Number(port || 5432), hostname);
      sockets.push(client, there);
      client.pipe(there).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    const database = await openDatabase({ url: url.href, dataDir: '' });
    const ask = () => run<{ one: number }>(database, { text: 'select 1 as one' });
    // Each on a connection that stays open.
    await Promise.all([ask(), ask(), ask()]);

    // As where a cable is pulled, or something on the way has forgotten the connections.
    for (const socket of sockets) socket.unpipe().pause();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = Promise.allSettled([
      database.pool.query('select 1'),
      transaction(database, () => Promise.resolve()),
    ]);
    await vi.advanceTimersByTimeAsync(40_000);
    vi.useRealTimers();
    const inTime = (answer: Promise<unknown>) =>
      Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 1_000, 'no answer'))]);
    expect(await inTime(asked)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    for (const { reason } of (await asked) as PromiseRejectedResult[]) expect(isOutage(reason)).toBe(true);
    expect(await inTime(ask())).toEqual([{ one: 1 }]);
    for (const socket of sockets) socket.destroy();
    await database.close();
    between.close();
    await server.close();
  },
);
