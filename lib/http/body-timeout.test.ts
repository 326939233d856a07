import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/system/log';
import { createHttpServer } from './http-server';
import { listen } from './listen';

const front = createHttpServer({
  dev: false,
  appUrl: undefined,
  trustedProxies: undefined,
  version: '1.2.3',
  log: createLog('error'),
  bodyTimes: { whole: 300, idle: 200 },
});
let port: number;

beforeAll(async () => {
  port = Number(new URL(await listen(front.server, { host: '127.0.0.1', port: 0 })).port);
  front.open({
    api: async (request, response) => {
      if (request.headers.authorization !== 'Bearer good') return response.writeHead(401).end('stranger');
      let bytes = 0;
      try {
        for await (const chunk of request) bytes += (chunk as Buffer).length;
        response.end(`${bytes} bytes`);
      } catch {
        // The sender is gone.
      }
    },
    console: () => {},
    isSignedIn: async () => false,
    ready: async () => 'ready',
    isOut: () => false,
  });
});
afterAll(() => front.drain(0));

/** Sends ten bytes with pauses between them. */
async function dribble(path: string, pause: number, token = 'good') {
  const began = Date.now();
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let answer = '';
  socket.on('data', (data) => (answer += data));
  const closed = once(socket, 'close');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 10\r\nConnection: close\r\n\r\n`,
  );
  for (let sent = 0; sent < 10 && !socket.destroyed; sent++) {
    await sleep(pause);
    socket.write('x');
  }
  await closed;
  return { answer, milliseconds: Date.now() - began };
}

test('an upload takes as long as it flows', async () => {
  for (const path of ['/v1/imports?name=a', '/api/v1/imports/?name=a'])
    expect((await dribble(path, 80)).answer).toContain('10 bytes');
});

test.each([
  ['an upload that stops', '/v1/imports?name=a', 'good', 700],
  ['another body', '/v1/contacts', 'good', 80],
  ['an upload of a stranger', '/v1/imports?name=a', 'bad', 80],
])('%s is cut off', async (_, path, token, pause) => {
  const { answer, milliseconds } = await dribble(path, pause, token);
  expect(answer).toContain(token === 'bad' ? 'stranger' : '408 Request Timeout');
  expect(milliseconds).toBeLessThan(750);
});
