import { once } from 'node:events';
import { Agent, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '@/lib/system/log';
import type { ErrorEnvelope } from '../contract/error';
import { createHttpServer, tokenIds } from './http-server';
import { listen } from './listen';

const PUBLIC = 'https://contacts.example.com';
const log = createLog('error');
const front = createHttpServer({
  dev: false,
  appUrl: PUBLIC,
  trustedProxies: undefined,
  version: '1.2.3',
  log,
});
let port: number;
/** A response that a test can delay. */
let held: ServerResponse | undefined;
let state = 'ready';

beforeAll(async () => {
  port = Number(new URL(await listen(front.server, { host: '127.0.0.1', port: 0 })).port);
  front.open({
    api: (request, response) => {
      tokenIds.set(request, 'token-1');
      if (request.url === '/v1/slow') held = response;
      else response.end(`api ${request.url} at ${request.headers.host}`);
    },
    console: async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      if (request.url?.endsWith('/fails')) response.statusCode = 500;
      const [key, client] = ['x-roster-key', 'x-forwarded-for'].map((name) => String(request.headers[name]));
      response.end(`console ${request.url}, ${bytes} bytes, ${key}, from ${client}`);
    },
    isSignedIn: async (cookie) => cookie === 'session=ana',
    ready: async () => state,
    unreachable: async () => ['worker-2:5432'],
    isOperator: ({ headers }) => headers.authorization === 'Bearer of the operator',
    isOut: () => state !== 'ready',
  });
});
afterAll(() => front.drain(0));

/** Sends the text and returns the whole response. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    connect(port, '127.0.0.1')
      .on('data', (data) => (answer += data))
      .on('close', () => resolve(answer))
      .on('error', reject)
      .write(text);
  });
}

test.each([
  ['GET http://contacts.example/v1/segments HTTP/1.1\r\nHost: x\r\n', 'api /v1/segments'],
  ['GET http://contacts.example HTTP/1.1\r\nHost: x\r\n', 'console /'],
  ['GET /v1/segments HTTP/1.0\r\n', 'api /v1/segments'],
  ['GET /v1/segments HTTP/1.1\r\nHost: not a host\r\n', 'api /v1/segments'],
  ['GET /v1/contacts/%zz HTTP/1.1\r\nHost: x\r\n', 'api /v1/contacts/%zz'],
  ['GET /v1#part HTTP/1.1\r\nHost: x\r\n', 'api /v1#part'],
  ['GET /contacts/%00?search=%zz HTTP/1.1\r\nHost: x\r\n', 'console /contacts/%00?search=%zz'],
])('%j is answered', async (head, answer) => {
  expect(await send(`${head}Connection: close\r\n\r\n`)).toContain(answer);
});

const FORM = 'Content-Type: multipart/form-data; boundary="b"\r\n';
const ACTION = 'Next-Action: a\r\n';
const KNOWN = 'Cookie: session=ana\r\n';
const KIB = 1024;
const text = (size: number) => JSON.stringify('x'.repeat(size - 2));

/** Sends a body to the console and returns the response. */
const post = (head: string, body: string, path = '/data/a') =>
  send(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );

test.each([
  [ACTION, ''],
  [ACTION, 'nonsense'],
  [ACTION, text(16 * KIB)],
  [FORM, text(16 * KIB)],
  [KNOWN, text(1024 * KIB)],
  [ACTION + KNOWN, text(1024 * KIB)],
])('a body with %j is passed on completely', async (head, body) => {
  expect(await post(head, body)).toContain(`console /data/a, ${body.length} bytes`);
});

test.each([
  ['', text(16 * KIB + 1)],
  [ACTION, text(16 * KIB + 1)],
  [`${ACTION}Cookie: session=forged\r\n`, text(16 * KIB + 1)],
  [FORM + KNOWN, text(16 * KIB + 1)],
  [KNOWN, text(1024 * KIB + 1)],
  [ACTION + KNOWN, text(1024 * KIB + 1)],
])('a body with %j that is too long is refused', async (head, body) => {
  const [top = '', answer = ''] = (await post(head, body)).split('\r\n\r\n');
  expect(top).toMatch(/^HTTP\/1.1 413 /);
  expect(JSON.parse(answer).error.code).toBe('PAYLOAD_TOO_LARGE');
});

test.each(['Content-Length: 17000\r\n\r\n', 'Transfer-Encoding: chunked\r\n\r\n5\r\nxxxxx\r\n'])(
  'a body that is too long or has no length is refused before it arrives',
  async (rest) => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1').on('data', (data) => {
        socket.destroy();
        resolve(String(data));
      });
      socket.write(`POST /data/contacts/preview HTTP/1.1\r\nHost: x\r\n${rest}`);
    });
    expect(answer).toContain('HTTP/1.1 413 ');
  },
);

test('the connection serves the next request after a body that was too long', async () => {
  const long = 'x'.repeat(3_000_000);
  const answer = await send(
    `POST /sign-in HTTP/1.1\r\nHost: x\r\n${ACTION}Content-Length: ${long.length}\r\n\r\n${long}GET /contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toContain('HTTP/1.1 413 ');
  expect(answer).toContain('console /contacts, 0 bytes');
});

test.each([
  ['', 'x', 200],
  ['Origin: http://x\r\n', 'x', 200],
  [`Origin: ${PUBLIC}\r\n`, 'x', 200],
  [`Origin: ${PUBLIC}\r\n`, 'contacts.example.com', 200],
  ['Origin: https://x\r\n', 'x', 403],
  ['Origin: http://contacts.example.com\r\n', 'contacts.example.com', 403],
  ['Origin: http://x:81\r\n', 'x', 403],
  ['Origin: https://y\r\n', 'x', 403],
  ['Origin: https://y\r\nX-Forwarded-Host: y\r\nX-Forwarded-Proto: https\r\n', 'x', 403],
  ['Origin: null\r\n', 'x', 403],
  ['Origin: nonsense\r\n', 'x', 403],
])('a POST with %j to %s gets %i', async (header, host, status) => {
  for (const [path, kind] of [
    ['/sign-in', ACTION],
    ['/sign-in', FORM],
    ['/data/contacts/preview', ''],
  ]) {
    const answer = await send(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${header}${kind}Connection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Security-Policy: ');
  }
});

test('Next’s internal requests are recognized', async () => {
  const ask = async (key: string) => {
    const headers = `X-Roster-Key: ${key}\r\nX-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Host: y\r\nX-Forwarded-Proto: https\r\n`;
    return send(
      `POST /data/a HTTP/1.1\r\nHost: x\r\nOrigin: https://y\r\n${headers}Connection: close\r\n\r\n`,
    );
  };
  const [, key = ''] = /bytes, (\S+), from 127\.0\.0\.1/.exec(await post('X-Roster-Key: a\r\n', '')) ?? [];
  expect(await ask(key)).toContain('from 203.0.113.9');
  expect(await ask(`${key}0`)).toMatch(/^HTTP\/1.1 403 /);
});

test('an action that Next cannot decode is a client error', async () => {
  expect(await post(ACTION, '[', '/fails')).toMatch(/^HTTP\/1.1 400 /);
  expect(await post('', '[', '/data/fails')).toMatch(/^HTTP\/1.1 500 /);
});

test.each([
  ['nonsense\r\n\r\n', 400],
  ['POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n', 400],
  [`GET /v1/segments HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['GET /contacts/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['GET http://x/contacts/%c0%80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['GET ftp://x/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
  ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
  ['PUT /contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
])('garbage is refused: %j', async (garbage, status) => {
  expect(await send(garbage)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
  ['ready', 200],
  ['read-only database', 503],
])('readiness is checked for each request: %s', async (now, status) => {
  state = now;
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([answer.status, await answer.json()]).toEqual([status, { status: now }]);
  state = 'ready';
});

test.each(['/health', '/v1/health', '/api/v1/health/?x'])('%s names the version', async (path) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  expect(await answer.json()).toEqual({ status: 'alive', version: '1.2.3' });
});

const JSON_ACCEPT = { Accept: 'application/json, text/plain, */*' };
const BEARER = { Authorization: 'Bearer token' };

test.each<[string, string, Record<string, string>]>([
  ['POST', '/contacts', {}],
  ['POST', '/contacts', { 'Content-Type': 'application/json' }],
  ['PUT', '/contacts/0198c0de-7a11-7000-8000-000000000001', BEARER],
  ['GET', '/contacts', BEARER],
  ['GET', '/segments?include=counts', JSON_ACCEPT],
  ['GET', '/', JSON_ACCEPT],
  ['GET', '//v1/contacts', {}],
  ['GET', '/V1/contacts', {}],
  ['GET', '/v2/contacts', {}],
  ['POST', '/api/contacts', {}],
  ['GET', '/api', {}],
])('%s %s with %j names the base path of the API', async (method, path, headers) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  const { error } = (await answer.json()) as ErrorEnvelope;
  expect([answer.status, error.code]).toEqual([404, 'NOT_FOUND']);
  expect(error.message).toContain('/v1/contacts');
  expect(answer.headers.get('X-Request-Id')).toMatch(/./);
});

test.each<[string, Record<string, string>]>([
  ['/contacts', { Accept: 'text/html,application/json' }],
  ['/contacts', { Authorization: 'Basic bearer' }],
  ['/contacts', {}],
  ['/data/contacts', JSON_ACCEPT],
  ['/apis', {}],
])('%s with %j is for the console', async (path, headers) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  expect(await answer.text()).toContain(`console ${path}`);
});

test('a page that fails in an outage is unavailable', async () => {
  state = 'without database';
  const page = await fetch(`http://127.0.0.1:${port}/fails`);
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await post(ACTION, '[', '/fails')).toMatch(/^HTTP\/1.1 503 /);
  state = 'ready';
  expect((await fetch(`http://127.0.0.1:${port}/fails`)).status).toBe(500);
});

test('workers that are down are named to the operator only', async () => {
  const ready = async (authorization: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { Authorization: authorization } })
    ).json();
  expect(await ready('')).toEqual({ status: 'ready' });
  expect(await ready('Bearer of the operator')).toEqual({
    status: 'ready',
    unreachable: ['worker-2:5432'],
  });
});

test('a request is one line in the log, without what was typed into its address', async () => {
  log.level = 'debug';
  const lines: unknown[] = [];
  vi.spyOn(log, 'debug').mockImplementation((fields: unknown) => void lines.push(fields));
  const headers = { 'X-Request-Id': 'request-1' };
  await fetch(`http://127.0.0.1:${port}/v1/contacts/ana@b.example?search=ana`, { headers });
  await vi.waitUntil(() => lines.length);
  log.level = 'error';
  expect(lines).toEqual([
    {
      method: 'GET',
      route: '/v1/contacts/{id}',
      status: 200,
      milliseconds: expect.any(Number),
      requestId: 'request-1',
      tokenId: 'token-1',
    },
  ]);
});

test('it serves while it leaves, is not ready, and refuses new connections while it drains', async () => {
  const url = `http://127.0.0.1:${port}`;
  const left = front.leave(1);
  const ready = await fetch(`${url}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }]);
  for (const path of ['/v1/segments', '/contacts']) {
    const { status, headers } = await fetch(`${url}${path}`);
    expect([path, status, headers.get('Connection')]).toEqual([path, 200, 'close']);
  }
  await left;
  const slow = fetch(`${url}/v1/slow`);
  await vi.waitUntil(() => held);
  const agent = new Agent({ keepAlive: true });
  const kept = request(`${url}/v1/segments`, { agent });
  // Its request is still to come.
  await once(kept, 'socket').then(([socket]) => once(socket, 'connect'));
  const drained = front.drain(5_000);
  await expect(fetch(`${url}/v1/segments`)).rejects.toThrow('fetch failed');
  kept.end();
  const [response] = await once(kept, 'response');
  expect([response.resume().statusCode, response.headers.connection]).toEqual([200, 'close']);
  held?.end('done');
  expect(await (await slow).text()).toBe('done');
  await drained;
});
