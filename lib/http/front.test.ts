import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log';
import { createFront } from './front';
import { listen } from './listen';

const front = createFront({ dev: false, appUrl: undefined, log: createLog('error') });
let port: number;
/** The answer to a request that is under way for as long as a test likes. */
let held: ServerResponse | undefined;
let state = 'ready';

beforeAll(async () => {
  port = Number(new URL(await listen(front.server, { host: '127.0.0.1', port: 0 })).port);
  front.open({
    api: (request, response) => {
      if (request.url === '/v1/slow') held = response;
      else response.end(`api ${request.url} at ${request.headers.host}`);
    },
    console: async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      response.end(`console ${request.url}, ${bytes} bytes`);
    },
    ready: async () => state,
  });
});
afterAll(() => front.drain(0));

/** Sends the text and gives all that comes back. */
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
  ['GET /v1/segments HTTP/1.1\r\n', 'api /v1/segments'],
  ['GET /v1/segments HTTP/1.0\r\n', 'api /v1/segments'],
  ['GET /v1/segments HTTP/1.1\r\nHost: not a host\r\n', 'api /v1/segments'],
  ['GET /v1/segments HTTP/1.1\r\nHost: x\r\nExpect: something\r\n', 'api /v1/segments'],
  ['GET /v1/contacts/%zz HTTP/1.1\r\nHost: x\r\n', 'api /v1/contacts/%zz'],
  ['GET /v1#part HTTP/1.1\r\nHost: x\r\n', 'api /v1#part'],
  ['GET /contacts/%00?search=%zz HTTP/1.1\r\nHost: x\r\n', 'console /contacts/%00?search=%zz'],
  ['POST /sign-in HTTP/1.1\r\nHost: x\r\nOrigin: null\r\n', 'console /sign-in'],
])('%j is answered', async (head, answer) => {
  expect(await send(`${head}Connection: close\r\n\r\n`)).toContain(answer);
});

const PART = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
const FORM = 'Content-Type: multipart/form-data; boundary="b"\r\n';
const ACTION = 'Next-Action: a\r\n';
const LONG = JSON.stringify('x'.repeat(1_000_000));

/** Sends a body to the console, by its length or in pieces, and gives the answer. */
const post = (head: string, body: string, how: 'by its length' | 'in pieces') => {
  const [first, rest] = [body.slice(0, 5), body.slice(5)];
  const piece = (text: string) => (text ? `${text.length.toString(16)}\r\n${text}\r\n` : '');
  const framed =
    how === 'by its length'
      ? `Content-Length: ${body.length}\r\n\r\n${body}`
      : `Transfer-Encoding: chunked\r\n\r\n${piece(first)}${piece(rest)}0\r\n\r\n`;
  return send(`POST /sign-in HTTP/1.1\r\nHost: x\r\n${head}Connection: close\r\n${framed}`);
};

describe.each(['by its length', 'in pieces'] as const)('a call of an action that comes %s', (how) => {
  test.each([
    [ACTION, '[]'],
    [`${ACTION}Origin: http://x\r\n`, '["$undefined"]'],
    [`${ACTION}X-Forwarded-Host: y, z\r\nOrigin: https://y\r\n`, '[]'],
    [ACTION, LONG],
    [`${FORM}Origin: http://x\r\n`, `${PART}--b--\r\n`],
    [FORM + ACTION, `${PART}${PART}--b--`],
  ])('with %j is passed on whole', async (head, body) => {
    expect(await post(head, body, how)).toContain(`console /sign-in, ${body.length} bytes`);
  });

  test.each([
    [ACTION, '', 400],
    [ACTION, '[1', 400],
    [FORM, '', 400],
    [FORM, 'nonsense', 400],
    [FORM, PART, 400],
    [FORM + ACTION, '--b\r\n\r\nx\r\n--b--\r\n', 400],
    [ACTION, `${LONG}${' '.repeat(50_000)}`, 413],
  ])('with %j and what cannot be read of it is refused', async (head, body, status) => {
    const [top = '', answer = ''] = (await post(head, body, how)).split('\r\n\r\n');
    expect(top).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer).error.code).toBe(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_ERROR');
  });
});

test('after a call that was too long the connection serves the next request', async () => {
  const long = 'x'.repeat(3_000_000);
  const answer = await send(
    `POST /sign-in HTTP/1.1\r\nHost: x\r\n${ACTION}Content-Length: ${long.length}\r\n\r\n${long}GET /contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toContain('HTTP/1.1 413 ');
  expect(answer).toContain('console /contacts, 0 bytes');
});

test('a call that breaks off is nobody’s any more', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST /sign-in HTTP/1.1\r\nHost: x\r\n${ACTION}Content-Length: 10\r\n\r\n[`);
  const count = () =>
    new Promise<number>((resolve) => front.server.getConnections((_, open) => resolve(open)));
  await vi.waitUntil(async () => (await count()) > 0);
  socket.destroy();
  await vi.waitUntil(async () => (await count()) === 0);
});

test.each([
  ['nonsense\r\n\r\n', 400, 'VALIDATION_ERROR'],
  ['POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n', 400, 'VALIDATION_ERROR'],
  [`GET /v1/segments HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'PAYLOAD_TOO_LARGE'],
])('what is no request is refused in JSON', async (text, status, code) => {
  const [head = '', body = ''] = (await send(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^X-Request-Id: \S+\r$/m);
  expect(JSON.parse(body).error).toMatchObject({ code, details: [{ path: '' }] });
});

test.each([
  ['GET /contacts/%zz', '', 400, 'VALIDATION_ERROR'],
  ['GET http://x/contacts/%c0%80', '', 400, 'VALIDATION_ERROR'],
  ['GET /%ff', 'Accept: text/html\r\n', 400, 'This is not a valid address.'],
  ['GET ftp://x/contacts', '', 400, 'VALIDATION_ERROR'],
  ['OPTIONS *', '', 400, 'VALIDATION_ERROR'],
  ['OPTIONS /contacts', '', 405, 'METHOD_NOT_ALLOWED'],
  ['POST /sign-in', 'Origin: nonsense\r\n', 400, 'VALIDATION_ERROR'],
  ['POST /sign-in', 'Origin: https://y\r\nNext-Action: a\r\n', 403, 'FORBIDDEN'],
  ['POST /sign-in', 'Origin: null\r\nNext-Action: a\r\n', 403, 'FORBIDDEN'],
  [
    'POST /sign-in',
    'Origin: https://y\r\nContent-Type: multipart/form-data; boundary=b\r\n',
    403,
    'FORBIDDEN',
  ],
  ['POST /sign-in', 'Content-Type: multipart/form-data\r\n', 400, 'VALIDATION_ERROR'],
  ['POST /sign-in', 'Content-Type: multipart/form-data; boundary=\r\n', 400, 'VALIDATION_ERROR'],
])('of %s with %j Next hears nothing', async (line, header, status, what) => {
  const [head = '', body = ''] = (
    await send(`${line} HTTP/1.1\r\nHost: x\r\n${header}Connection: close\r\n\r\n`)
  ).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Content-Security-Policy: ');
  if (header.startsWith('Accept')) expect(body).toContain(`<h1>${what}</h1>`);
  else expect(JSON.parse(body).error.code).toBe(what);
});

test.each([
  ['ready', 200],
  ['read-only database', 503],
])('whether it is ready is asked each time: %s', async (now, status) => {
  state = now;
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([answer.status, await answer.json()]).toEqual([status, { status: now }]);
  state = 'ready';
});

test('while requests are under way, new ones are told that the program stops', async () => {
  const url = `http://127.0.0.1:${port}`;
  const slow = fetch(`${url}/v1/slow`);
  await vi.waitUntil(() => held);
  const drained = front.drain(5_000);
  for (const path of ['/health/ready', '/v1/segments', '/contacts']) {
    const { status, headers } = await fetch(`${url}${path}`);
    expect([path, status, headers.get('Retry-After')]).toEqual([path, 503, '5']);
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
  held?.end('done');
  expect(await (await slow).text()).toBe('done');
  await drained;
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
});
