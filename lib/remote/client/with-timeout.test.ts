import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client';
import { withTimeout } from './with-timeout';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a call without a response', () => {
  let answer: (response: ServerResponse) => void = () => {};
  let asked = 0;
  let hungUp = 0;
  const server = createServer((_, response) => {
    asked++;
    response.once('close', () => hungUp++);
    answer(response);
  });
  const client = (timeout: number) =>
    new HttpClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'any',
      fetch,
      network: { attempts: 1, timeout, total: timeout, backOff: 0 },
    });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  // Collect unreferenced objects before the timeout.
  let collecting: NodeJS.Timeout;
  beforeEach(() => {
    asked = 0;
    hungUp = 0;
    collecting = setInterval(collect, 40);
  });
  afterEach(() => clearInterval(collecting));

  const begin = (response: ServerResponse) => response.writeHead(200).write('{"data": [');
  it.each([
    ['at all', () => {}],
    ['to its end', begin],
  ])('%s times out, even after garbage collection', { timeout: 5_000 }, async (_, how) => {
    answer = how;
    const life = new AbortController();
    const calls = [client(300).call('listSegments', {}, life.signal), client(300).read('/any')];
    for (const result of await Promise.all(calls))
      expect(result).toMatchObject({ error: { message: 'The contacts service did not answer in time.' } });
    await expect.poll(() => hungUp).toBe(asked);
  });

  it.each([
    ['at all', () => {}],
    ['to its end', begin],
  ])('%s is aborted by its caller', { timeout: 5_000 }, async (_, how) => {
    answer = how;
    const calls = [300, 400].map((after) =>
      client(60_000).call('listSegments', {}, AbortSignal.timeout(after)),
    );
    for (const call of calls) await expect(call).rejects.toThrow(/timeout/);
    await expect.poll(() => hungUp).toBe(asked);
  });
});

describe('withTimeout', () => {
  it('ends work that ignores the signal', async () => {
    const forever = () => new Promise<never>(() => {});
    await expect(withTimeout(10, undefined, forever)).rejects.toThrow('Timed out.');
    const caller = new AbortController();
    const done = withTimeout(60_000, caller.signal, forever);
    caller.abort(new Error('gone'));
    await expect(done).rejects.toThrow('gone');
  });
});
