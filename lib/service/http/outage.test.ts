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

test.skipIf(!serverEngine).each([
  // As where a cable is pulled, or something on the way has forgotten the connections.
  { way: 'whose connections are dead', isFrozen: false },
  { way: 'that is frozen', isFrozen: true },
])(
  'a server $way is an outage within seconds, until it answers',
  { timeout: 30_000 },
  async ({ isFrozen }) => {
    const server = (await (serverEngine as TestEngine).open()) as ServerDatabase;
    const url = new URL(server.url);
    const { hostname, port } = url;
    const pairs: [Socket, Socket][] = [];
    let holdsNew = false;
    const between = createServer((client) => {
      const pair: [Socket, Socket] = [client, connect(Number(port || 5432), hostname)];
      pairs.push(pair);
      for (const socket of pair) socket.on('error', () => {});
      if (!holdsNew) forward(pair);
    }).listen(0, '127.0.0.1');
    const forward = ([client, there]: [Socket, Socket]) => client.pipe(there).pipe(client);
    await once(between, 'listening');
    url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    const database = await openDatabase({ url: url.href, dataDir: '' });
    const ask = () => run<{ one: number }>(database, { text: 'select 1 as one' });
    // Each on a connection that stays open.
    await Promise.all([ask(), ask(), ask()]);

    holdsNew = isFrozen;
    for (const socket of pairs.flat()) socket.unpipe().pause();
    const start = performance.now();
    // On a frozen server, more than there are connections.
    const asked = await Promise.allSettled([
      database.pool.query('select 1'),
      transaction(database, () => Promise.resolve()),
      ...Array.from({ length: isFrozen ? 20 : 0 }, ask),
    ]);
    // Long before the timeout of a query, 35 seconds.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    for (const { reason } of asked as PromiseRejectedResult[]) expect(isOutage(reason)).toBe(true);
    if (isFrozen) {
      await expect(ask()).rejects.toThrow('The database does not answer.');
      holdsNew = false;
      pairs.forEach(forward);
    }
    expect(await vi.waitFor(ask, { timeout: 10_000, interval: 100 })).toEqual([{ one: 1 }]);
    for (const socket of pairs.flat()) socket.destroy();
    await database.close();
    between.close();
    await server.close();
  },
);
