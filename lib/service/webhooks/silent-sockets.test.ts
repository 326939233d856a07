import type dns from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { newWebhookSecret } from './service-webhooks';
import { WebhookSender } from './webhook-sender';

const message = { id: 'msg-1', body: '{}' };
/** Milliseconds instead of ten seconds. */
const TIMEOUT = 300;

describe('attempts at an endpoint', () => {
  const sockets = new Set<Socket>();
  afterAll(() => sockets.forEach((socket) => socket.destroy()));
  /** An endpoint that does as it likes with each connection. */
  async function endpoint(serve: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      serve(socket);
    });
    await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
    afterAll(() => void server.close());
    return `http://localhost:${(server.address() as { port: number }).port}/`;
  }
  const repeat = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => void, object]>([
    [
      'answers 101',
      (socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      { status: 101, problem: null },
    ],
    [
      'answers 101 without a protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
      { status: 101, problem: null },
    ],
    ['says nothing', () => {}, { status: null, problem: 'timeout' }],
    ['closes the connection', (socket) => socket.end(), { status: null, problem: 'connection' }],
    ['keeps only its half open', (socket) => socket.resume().end('HTTP/1.1'), { problem: 'connection' }],
    [
      'says that it goes on for ever',
      (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
      { status: null, problem: 'timeout' },
    ],
    [
      'has headers without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        repeat(socket, 'a: b\r\n');
      },
      { status: null, problem: 'timeout' },
    ],
    [
      'has an answer without an end',
      (socket) => {
        socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
        repeat(socket, '1\r\na\r\n');
      },
      { status: 500, problem: null },
    ],
  ])('end if it %s', async (_, serve, expected) => {
    const sender = new WebhookSender(new Set(['localhost']), undefined, TIMEOUT);
    const target = { url: await endpoint(serve), secrets: [newWebhookSecret()] };
    for (const agent of [undefined, sender.connections(target.url)]) {
      expect(await sender.send({ ...target, agent }, message)).toMatchObject(expected);
      agent?.destroy();
    }
  });

  test('share a connection', async () => {
    let connections = 0;
    const url = await endpoint((socket) => {
      connections++;
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    });
    const sender = new WebhookSender(new Set(['localhost']), undefined, TIMEOUT);
    const agent = sender.connections(url);
    const target = { url, agent, secrets: [newWebhookSecret()], stopping: new AbortController().signal };
    for (let n = 0; n < 5; n++)
      expect(await sender.send(target, message)).toMatchObject({ status: 200, answer: 'ok' });
    agent.destroy();
    expect(connections).toBe(1);
  });

  test('end if its name is looked up for ever', async () => {
    const never = (() => {}) as unknown as typeof dns.lookup;
    const sender = new WebhookSender(new Set(), never, TIMEOUT);
    const target = { url: 'https://hooks.example.com/', secrets: [newWebhookSecret()] };
    expect(await sender.send(target, message)).toMatchObject({ status: null, problem: 'timeout' });
  });
});
