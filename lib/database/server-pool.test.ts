import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ServerPool } from './server-pool';
import { onServer } from './testing-nodes';

const server = process.env.TEST_DATABASE_URL as string;
const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

function open(urls: string[], max = 4): ServerPool {
  const pool = new ServerPool({ urls, max, session: "set timezone = 'UTC'" });
  pool.on('error', () => {});
  cleanup.push(() => pool.end());
  return pool;
}

/** A host of its own in front of the server. */
async function host() {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on('error', () => {}).on('close', () => [socket, upstream].forEach((both) => both.destroy()));
    }
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = new URL(server);
  url.host = `127.0.0.1:${port}`;
  const fail = async () => {
    if (!proxy.listening) return;
    const closed = once(proxy, 'close');
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  cleanup.push(fail);
  const restart = () => once(proxy.listen(port, '127.0.0.1'), 'listening');
  return { url: url.href, fail, restart, connections: () => sockets.size };
}

describe.skipIf(!server)('of several servers', () => {
  test('the first that can be reached is used', async () => {
    const [one, two] = [await host(), await host()];
    await one.fail();
    const pool = open([one.url, two.url]);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(two.connections()).toBeGreaterThan(0);
  });

  test('one that is read-only is passed over', async () => {
    const two = await host();
    const standby = new URL(server);
    standby.searchParams.set('options', '-c default_transaction_read_only=on');
    const pool = open([standby.href, two.url]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pool.query('show transaction_read_only')),
    );
    expect(answers.map(({ rows }) => rows[0].transaction_read_only)).toEqual(Array(8).fill('off'));
  });

  test('another is used after a failover, and the first one after the next', async () => {
    const [one, two] = [await host(), await host()];
    const pool = open([one.url, two.url]);
    await pool.query('select');
    expect(two.connections()).toBe(0);
    await one.fail();
    await pool.query('select').catch(() => {});
    await pool.query('select');
    expect(two.connections()).toBeGreaterThan(0);
    await one.restart();
    await two.fail();
    await pool.query('select').catch(() => {});
    await pool.query('select');
    await one.fail();
    await pool.query('select').catch(() => {});
    await expect(pool.query('select')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

test.skipIf(!server)('at the limit of the server, queries wait for a connection', async () => {
  const role = `roster_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create role ${role} login connection limit 2`);
  cleanup.push(() => onServer(server, `drop role ${role}`));
  const url = new URL(server);
  url.username = role;
  const ours = open([url.href]);
  const others = open([url.href], 2);
  const taken = [await others.connect(), await others.connect()];
  const waiting = Array.from({ length: 8 }, () => ours.query('select 1 as one'));
  const first = await Promise.race([...waiting, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))]);
  expect(first).toBe('waits');
  for (const client of taken) client.release(true);
  const answers = await Promise.all(waiting);
  expect(answers.map(({ rows }) => rows[0].one)).toEqual(Array(8).fill(1));
});
