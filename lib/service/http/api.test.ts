import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { caller, MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const MEBIBYTE = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);
const malformed = [{ path: '', message: 'The body is not valid JSON.' }];

describe.each(engines)('API on $name', (engine) => {
  const api = new TestApi(engine);
  const at = (path: string, { token }: TestOrganization, init: RequestInit = {}) =>
    api.fetch(
      new Request(`http://roster.test${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }),
    );

  test.each(['/v1', '/api/v1'])('answers under %s, and leads on under the same', async (base) => {
    const organization = await api.organization();
    const created = await at(`${base}/contacts`, organization, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"ana@acme.example"}',
    });
    expect(created.status).toBe(201);
    const { data } = (await created.json()) as { data: Contact };
    expect(created.headers.get('Location')).toBe(`${base}/contacts/${data.id}`);
    const found = await at(created.headers.get('Location') as string, organization);
    expect(await found.json()).toEqual({ data });
    expect((await at(`${base}/openapi.json`, organization)).status).toBe(200);
  });

  test('publishes its OpenAPI document to anyone', async () => {
    const { body, status, headers } = await caller(api, null)('GET', '/openapi.json', undefined, {
      'X-Request-Id': 'mine',
    });
    expect(status).toBe(200);
    expect(headers.get('X-Request-Id')).toBe('mine');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { version: 'test' } });
  });

  test.each([
    '/v1',
    '/v1/',
    '/v2/contacts',
    '/contacts',
    '/v1/contact',
    '/v1/contacts/a/b',
    '/v1/CONTACTS',
    '/api/v1/nothing',
    '/v1/contacts/%E0%A4%A/redemption',
  ])('knows no path %s', async (path) => {
    const response = await at(path, await api.organization(), { method: 'POST' });
    expect(response.status).toBe(404);
    expect(response.headers.get('X-Request-Id')).toBeTruthy();
    expect(await response.json()).toEqual({
      error: { code: 'NOT_FOUND', message: expect.stringContaining('Its base path is /v1'), details: [] },
    });
  });

  test('a trailing slash is the same path', async () => {
    const organization = await api.organization();
    for (const base of ['/v1', '/api/v1'])
      expect((await at(`${base}/segments/?include=contactCount`, organization)).status).toBe(200);
    expect((await organization.call('POST', '/contacts/', { email: 'ana@example.com' })).status).toBe(201);
  });

  test.each([
    ['PUT', '/contacts', 'POST, GET, HEAD, DELETE'],
    ['PATCH', '/contacts', 'POST, GET, HEAD, DELETE'],
    ['POST', `/contacts/${MISSING_ID}`, 'GET, HEAD, PUT, PATCH, DELETE'],
    ['OPTIONS', '/segments', 'GET, HEAD, POST'],
    ['DELETE', '/segments', 'GET, HEAD, POST'],
    ['POST', '/organization', 'GET, HEAD'],
    ['GET', '/trash/restore', 'POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('allows no %s of %s', async (method, path, allowed) => {
    const answer = await (await api.organization()).call(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe(allowed);
    expect(answer.error.details).toEqual([]);
  });

  test('answers HEAD as GET without a body', async () => {
    const response = await at('/v1/segments', await api.organization(), { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json'])(
    'takes the media type %s',
    async (type) => {
      const { call } = await api.organization();
      const { status } = await call('POST', '/segments', '{"title":"Größe"}', { 'Content-Type': type });
      expect(status).toBe(201);
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    '',
  ])('does not take the media type "%s"', async (type) => {
    const { call } = await api.organization();
    const { status } = await call('POST', '/segments', bytes('{"title":"A"}'), { 'Content-Type': type });
    expect(status).toBe(415);
  });

  test.each([
    ['gzip', 415],
    ['identity', 201],
  ])('a body with the content encoding %s is answered with %i', async (encoding, expected) => {
    const { call } = await api.organization();
    const headers = { 'Content-Encoding': encoding };
    expect((await call('POST', '/segments', bytes('{"title":"A"}'), headers)).status).toBe(expected);
  });

  test.each([
    ['nothing', ''],
    ['half an object', '{"email":'],
    ['a trailing comma', '{"email":"a@b.example",}'],
    ['two values', '{} {}'],
    ['bare words', 'email=a@b.example'],
    ['a raw line break in a string', '{"firstname":"a\nb"}'],
  ])('refuses %s as a body', async (_, body) => {
    const answer = await (await api.organization()).call('POST', '/contacts', body);
    expect(answer.status).toBe(400);
    expect(answer.error.details).toEqual(malformed);
  });

  test('refuses a body that is not UTF-8', async () => {
    const body = new Uint8Array([...bytes('{"firstname":"'), 0xff, 0xfe, ...bytes('"}')]);
    const answer = await (await api.organization()).call('POST', '/contacts', body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: '', message: 'The body is not valid UTF-8.' }],
    });
  });

  test('takes a byte order mark for what it is', async () => {
    const body = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{"title":"A"}')]);
    expect((await (await api.organization()).call('POST', '/segments', body)).status).toBe(201);
  });

  test.each(['[]', 'null', '"text"', '42', 'true', '[{"email":"a@b.example"}]'])(
    'refuses %s, which is no object',
    async (body) => {
      const { call } = await api.organization();
      for (const [method, path] of [
        ['POST', '/contacts'],
        ['PUT', `/contacts/${MISSING_ID}`],
        ['DELETE', '/contacts'],
        ['POST', '/segments'],
        ['POST', '/referral-codes'],
        ['POST', '/tokens'],
      ] as const) {
        const answer = await call(method, path, body);
        expect(answer.error, path).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: [{ path: '', message: 'The body must be a JSON object.' }],
        });
      }
    },
  );

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('knows no field %s', async (name) => {
    const answer = await (await api.organization()).call(
      'POST',
      '/contacts',
      `{"email":"a@b.example","${name}":{"isAdmin":true}}`,
    );
    expect(answer.status).toBe(400);
    expect(pathsOf(answer)).toEqual([name]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('takes a body of 1 MiB and not a byte more, with a length or in chunks', async () => {
    const { call } = await api.organization();
    const sized = (size: number) => bytes(`{"title":"A"}${' '.repeat(size - 13)}`);
    const chunked = (size: number) =>
      new ReadableStream({
        start(controller) {
          for (let rest = sized(size); rest.length > 0; rest = rest.subarray(100_000))
            controller.enqueue(rest.subarray(0, 100_000));
          controller.close();
        },
      });
    const lengthOf = (size: number) => ({ 'Content-Length': String(size) });
    expect((await call('POST', '/segments', sized(MEBIBYTE), lengthOf(MEBIBYTE))).status).toBe(201);
    expect((await call('POST', '/segments', chunked(MEBIBYTE))).status).toBe(409);
    expect((await call('POST', '/segments', sized(MEBIBYTE + 1), lengthOf(MEBIBYTE + 1))).status).toBe(413);
    expect((await call('POST', '/segments', chunked(MEBIBYTE + 1))).status).toBe(413);
  });

  test('refuses what is nested deeper than any request', async () => {
    const { call } = await api.organization();
    const half = MEBIBYTE / 2;
    const body = bytes('['.repeat(half) + ']'.repeat(half));
    expect((await call('POST', '/contacts/batch', body)).status).toBe(400);
    const levels = 200_000;
    const item = bytes(`{"contacts":[${'['.repeat(levels)}${']'.repeat(levels)}]}`);
    expect((await call('POST', '/contacts/batch', item)).status).toBe(400);
  });

  test('takes a body that breaks off for no trouble of its own', async () => {
    const { call } = await api.organization();
    const broken = () =>
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes('{"title":'));
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
        },
      });
    for (const headers of [{}, { 'Content-Length': '100' }] as Record<string, string>[])
      expect((await call('POST', '/segments', broken(), headers)).status).toBe(400);
    expect(api.logged).toEqual([]);
  });

  test('keeps a request id that is a sane token, and makes one otherwise', async () => {
    const { call } = await api.organization();
    const idOf = async (sent?: string) => {
      const { headers } = await call('GET', '/segments', undefined, sent ? { 'X-Request-Id': sent } : {});
      return headers.get('X-Request-Id') as string;
    };
    for (const sane of ['a', 'trace-1:2.3_4', 'x'.repeat(128)]) expect(await idOf(sane)).toBe(sane);
    for (const other of [undefined, 'x'.repeat(129), 'two words', 'a"b', 'a,b', '<script>'])
      expect(await idOf(other)).toMatch(/^[0-9a-f]{8}-/);
    expect(await idOf()).not.toBe(await idOf());
  });

  test('checks the token, then the scope, then media type and size, then syntax, then rules', async () => {
    const { call, as } = await api.organization().then((one) => ({ call: one.call, as: one.as.bind(one) }));
    const reading = await as(['contacts:read']);
    const wrong = { method: 'PUT', path: `/contacts/${MISSING_ID}`, body: '{"email":1,', type: 'text/plain' };
    const send = (how: typeof call, body: string, type = 'application/json') =>
      how(wrong.method, wrong.path, body, { 'Content-Type': type }).then(({ status }) => status);
    expect(await send(caller(api, 'unknown'), wrong.body, wrong.type)).toBe(401);
    expect(await send(reading, wrong.body, wrong.type)).toBe(403);
    expect(await send(call, wrong.body, wrong.type)).toBe(415);
    expect(await send(call, wrong.body + ' '.repeat(MEBIBYTE))).toBe(413);
    expect(await send(call, wrong.body)).toBe(400);
    expect(await send(call, '{"email":"no address"}')).toBe(400);
    expect(await send(call, '{"email":"a@b.example"}')).toBe(404);
  });
});
