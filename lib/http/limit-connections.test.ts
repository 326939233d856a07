import { once } from 'node:events';
import { createServer, get, type RequestOptions } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { limitConnections } from './limit-connections';

const MOST = 20;
const opened: Socket[] = [];
let answerSlow = () => {};
const server = createServer((request, response) => {
  if (request.url !== '/slow') return void response.end('ok');
  answerSlow = () => void response.end('slow');
});
limitConnections(server, MOST);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  for (const socket of opened) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function silent(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  opened.push(socket);
  await once(server, 'connection');
  return socket;
}

async function ask(path: string, options: RequestOptions = {}): Promise<string> {
  const [response] = await once(get({ port, path, host: '127.0.0.1', agent: false, ...options }), 'response');
  return (await response.toArray()).join('');
}

test('connections of one address that send nothing keep out nobody, and end no answer', async () => {
  const slow = ask('/slow');
  await once(server, 'request');
  for (let n = 0; n < MOST * 3; n++) await silent();
  expect(await ask('/', { localAddress: '127.0.0.2' })).toBe('ok');
  expect(await ask('/')).toBe('ok');
  answerSlow();
  expect(await slow).toBe('slow');
  const left = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  expect(left).toBeLessThanOrEqual(MOST);
});

test('an address with few connections loses none to one with many', async () => {
  const few = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' });
  opened.push(few);
  let isClosed = false;
  few.on('close', () => (isClosed = true)).on('error', () => {});
  await once(server, 'connection');
  for (let n = 0; n < MOST * 2; n++) await silent();
  expect(isClosed).toBe(false);
  few.write('GET / HTTP/1.1\r\nHost: roster.test\r\n\r\n');
  expect(String((await once(few, 'data'))[0])).toContain('200 OK');
});

test('requests whose bodies do not come keep out nobody', async () => {
  for (let n = 0; n < MOST * 2; n++) {
    const socket = await silent();
    const arrived = once(server, 'request');
    socket.write('POST /slow HTTP/1.1\r\nHost: roster.test\r\nContent-Length: 100\r\n\r\n');
    await arrived;
  }
  expect(await ask('/', { localAddress: '127.0.0.4' })).toBe('ok');
});

test('a burst of connections in one turn leaves no more than the limit', () => {
  const server = createServer();
  limitConnections(server, MOST);
  const burst = Array.from({ length: MOST * 3 }, () => new Socket());
  for (const socket of burst) server.emit('connection', socket);
  expect(burst.filter((socket) => !socket.destroyed)).toHaveLength(MOST);
  for (const socket of burst) socket.destroy();
});
