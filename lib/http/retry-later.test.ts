import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { retryLater, withRetryLater } from './retry-later';

test('what answers a request can make it a 429, of that request only', async () => {
  const server = createServer(
    withRetryLater(async ({ url }, response) => {
      await Promise.resolve();
      if (url === '/busy') retryLater(5);
      response.end('words');
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = await Promise.all(
    ['/busy', '/'].map(async (path) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      return [status, headers.get('retry-after')];
    }),
  );
  expect(answers).toEqual([
    [429, '5'],
    [200, null],
  ]);
  server.close();
  expect(() => retryLater(5)).not.toThrow();
});
