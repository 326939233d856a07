import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { embeddedEngine } from '@/lib/database/testing';
import type { Fault } from './fake-remote';
import { selfSigned } from './self-signed';
import { BRISK, Connected, complete, until } from './testing';

/** Answers so many requests to contacts, by this method or any, in its own way, and the others as usual. */
function times(count: number, fault: Fault, method?: string): Fault {
  let left = count;
  return (request, response) =>
    request.url?.includes('/contacts') && (!method || request.method === method) && left-- > 0
      ? fault(request, response)
      : false;
}

/** For answers that never come there is no use in waiting long. */
const networkFor = (name: string) => (/in time|drips/.test(name) ? { ...BRISK, timeout: 500 } : BRISK);

const FOREVER = Number.POSITIVE_INFINITY;
const body = { email: 'ana@example.com', firstname: 'Ana' };

/** Each of these is tried again, and the change arrives once. */
const passing: [string, Fault][] = [
  ['no answer in time', () => true],
  [
    'a connection that is dropped at once',
    (request) => {
      request.socket.destroy();
      return true;
    },
  ],
  [
    'a connection that is dropped in the middle of an answer',
    (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"data": {');
      setTimeout(() => request.socket.destroy(), 5);
      return true;
    },
  ],
  ['408', (_, response) => !!response.writeHead(408).end()],
  ['429', (_, response) => !!response.writeHead(429).end()],
  ['500', (_, response) => !!response.writeHead(500).end('oops')],
  [
    '502 with a web page',
    (_, response) =>
      !!response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>'),
  ],
  ['503', (_, response) => !!response.writeHead(503, { 'Retry-After': '0' }).end()],
  ['504', (_, response) => !!response.writeHead(504).end()],
];

/** Each of these stays, and ends in a sentence. */
const staying: [string, Fault, RegExp, 'maybe' | 'not'][] = [
  ['no answer in time', () => true, /^The contacts service did not answer in time\.$/, 'maybe'],
  [
    'dropped connections',
    (request) => !!request.socket.destroy(),
    /^The connection to the contacts service broke off\.$/,
    'maybe',
  ],
  ['500', (_, response) => !!response.writeHead(500).end(), /has trouble \(it answered 500\)\.$/, 'maybe'],
  ['501', (_, response) => !!response.writeHead(501).end(), /does not do this \(it answered 501\)\.$/, 'not'],
  ['408', (_, response) => !!response.writeHead(408).end(), /^The contacts service answered 408\.$/, 'maybe'],
  [
    '429 that asks for more patience than there is',
    (_, response) => !!response.writeHead(429, { 'Retry-After': '60' }).end(),
    /too many requests for now\. Try again in 60 seconds\.$/,
    'not',
  ],
  [
    'a web page in place of JSON',
    (_, response) =>
      !!response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
    /answered with a web page instead of JSON\.$/,
    'maybe',
  ],
  [
    'nothing in place of JSON',
    (_, response) => !!response.writeHead(200).end(),
    /with nothing instead of JSON\.$/,
    'maybe',
  ],
  [
    'JSON of another shape',
    (_, response) => !!response.writeHead(200).end('{"data": {"id": 7}}'),
    /answered in an unknown form \(at data\.id\)\.$/,
    'maybe',
  ],
  [
    'JSON that is no object',
    (_, response) => !!response.writeHead(200).end('[1]'),
    /in an unknown form \(at data\)\.$/,
    'maybe',
  ],
  [
    'an answer that is too long to be one',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
      return true;
    },
    /sent an answer that does not end\.$/,
    'maybe',
  ],
  [
    'an answer that drips and never ends',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
      return true;
    },
    /^The contacts service did not answer in time\.$/,
    'maybe',
  ],
  [
    'an answer that is shorter than it said',
    raw('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"data": {'),
    /^The connection to the contacts service broke off\.$/,
    'maybe',
  ],
  [
    'an answer that is longer than it said',
    raw('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{"data": {}}'),
    /answered with something instead of JSON\.$/,
    'maybe',
  ],
  [
    'an answer that is no HTTP',
    raw('SSH-2.0-OpenSSH_9.2\r\n'),
    /sent an answer that cannot be read \(HPE_INVALID_CONSTANT\)\.$/,
    'maybe',
  ],
  [
    'headers that do not end',
    raw(`HTTP/1.1 200 OK\r\nX-Much: ${'much '.repeat(20_000)}\r\n\r\n{}`),
    /sent an answer that cannot be read \(UND_ERR_HEADERS_OVERFLOW\)\.$/,
    'maybe',
  ],
  [
    'an answer that grows a thousandfold when it is unpacked',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      return !!response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')));
    },
    /sent an answer that does not end\.$/,
    'maybe',
  ],
  [
    'an answer that says it is packed, and is not',
    (_, response) => !!response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"data": {}}'),
    /^The connection to the contacts service broke off\.$/,
    'maybe',
  ],
];

/** Sends this in place of an answer. */
function raw(answer: string): Fault {
  return (request) => !!request.socket.end(answer);
}

/** What follows the sentence where the change may have been made although no answer said so. */
const MAYBE = / It may have been saved; check before trying again\.$/;

describe('a bad network', () => {
  const connected = new Connected(embeddedEngine);
  const posts = (requests: string[]) => requests.filter((line) => line === 'POST /contacts').length;

  test.each(passing)('an update is tried again after %s', async (name, fault) => {
    const service = await connected.service();
    const { id } = service.add({ email: body.email });
    const { client, remote } = await connected.to(service, { network: networkFor(name) });
    await until(async () => (await remote.status()).state === 'reachable');
    service.fault = times(1, fault);
    expect(await client.call('updateContact', { id, body: { firstname: 'Ana' } })).toMatchObject({
      ok: true,
      data: { contact: { firstname: 'Ana' } },
      repeated: true,
    });
    expect(service.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(2);
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 1 } });
  });

  test.each(staying)(
    '%s ends in a sentence, and one call is one POST',
    async (name, fault, sentence, done) => {
      const service = await connected.service();
      const { client, remote } = await connected.to(service, { network: networkFor(name) });
      await until(async () => (await remote.status()).state === 'reachable');
      service.fault = times(FOREVER, fault);
      const refused = await client.call('upsertContact', { body });
      const said = refused.ok ? '' : refused.error.message;
      const isLost = /in time|broke off/.test(sentence.source);
      expect(said.replace(MAYBE, '')).toMatch(isLost ? /^No answer\.$/ : sentence);
      expect(MAYBE.test(said)).toBe(done === 'maybe');
      expect(posts(service.requests)).toBe(1);
      const { lastError } = await remote.status();
      expect(lastError?.message).toMatch(sentence);
      expect(await client.call('listContacts', {})).toMatchObject({ ok: true, data: [] });
      service.fault = null;
      expect(await client.call('upsertContact', { body })).toMatchObject({ ok: true });
    },
    30_000,
  );

  test('a contact that was created without an answer is found by the next look at the list', async () => {
    const service = await connected.service({ lists: true });
    const { client, remote } = await connected.to(service);
    const before = await complete(remote);
    service.held = (route) => (route === 'POST /contacts' ? new Promise(() => {}) : undefined);
    service.fault = times(
      1,
      (request) => {
        request.once('end', () => setImmediate(() => request.socket.destroy()));
        return false;
      },
      'POST',
    );
    const lost = await client.call('upsertContact', { body });
    expect(lost).toMatchObject({
      error: { message: 'No answer. It may have been saved; check before trying again.' },
    });
    await complete(remote, before);
    expect(await client.call('previewContact', { body })).toMatchObject({ data: { outcome: 'unchanged' } });
    expect(posts(service.requests)).toBe(1);
  });

  test('addresses that lead nowhere are told apart', async () => {
    const closed = await connected.service();
    const { port } = new URL(closed.url);
    await closed.stop();
    for (const [url, sentence] of [
      [`http://127.0.0.1:${port}/v1`, 'The contacts service cannot be reached.'],
      [`http://[::1]:${port}/v1`, 'The contacts service cannot be reached.'],
      ['http://contacts.invalid/v1', 'The name of the contacts service cannot be resolved.'],
    ] as const) {
      const { client, remote } = await connected.to({ url, token: 'any' });
      await until(async () => (await remote.status()).state === 'unreachable');
      expect((await remote.status()).lastError).toMatchObject({
        message: sentence,
        status: 0,
        requestId: null,
      });
      expect(await client.call('upsertContact', { body })).toMatchObject({ error: { message: sentence } });
      await remote.close();
    }
  });

  test('a certificate that nobody vouches for is not trusted, and the token not sent', async () => {
    const seen: unknown[] = [];
    const secure = createSecureServer(selfSigned(), (request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port } = secure.address() as AddressInfo;
    const { client, remote } = await connected.to({ url: `https://127.0.0.1:${port}/v1`, token: 'any' });
    await until(async () => (await remote.status()).state === 'unreachable');
    expect(await client.call('upsertContact', { body })).toMatchObject({
      error: {
        message: 'The certificate of the contacts service is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
      },
    });
    await remote.close();
    secure.close();
    expect(seen).toEqual([]);
  });

  test('a service that speaks http only is told as that to who asks with https', async () => {
    const service = await connected.service();
    const { client } = await connected.to({ ...service, url: service.url.replace('http:', 'https:') });
    expect(await client.call('upsertContact', { body })).toMatchObject({
      error: { message: expect.stringMatching(/^No secure connection .*\(ERR_SSL_/) as string },
    });
  });

  test('a Retry-After is kept', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).state === 'reachable');
    service.fault = times(1, (_, response) => !!response.writeHead(429, { 'Retry-After': '1' }).end());
    const start = performance.now();
    expect(await client.call('upsertContact', { body })).toMatchObject({ ok: true, repeated: true });
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test.each([true, false])(
    'a deletion whose repetition finds nothing has succeeded (the copy knows the contact: %s)',
    async (isKnown) => {
      const service = await connected.service();
      const { client } = await connected.to(service);
      const made = isKnown ? await client.call('upsertContact', { body }) : null;
      const id = made?.ok ? made.data.id : service.add(body).id;
      service.fault = times(
        1,
        (request) => {
          service.contacts.delete(id);
          return !!request.socket.destroy();
        },
        'DELETE',
      );
      expect(await client.call('deleteContact', { id })).toMatchObject(
        isKnown
          ? { ok: true, data: { email: body.email } }
          : { error: { code: 'NOT_FOUND', repeated: true } },
      );
      expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
      service.fault = null;
      const again = await client.call('deleteContact', { id });
      expect(again).toMatchObject({ error: { code: 'NOT_FOUND' } });
      expect(again).not.toMatchObject({ error: { repeated: true } });
    },
  );

  test('of many, too: they are counted as deleted', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const made = await client.call('upsertContact', { body: { email: `${name}@example.com` } });
      if (made.ok) ids.push(made.data.id);
    }
    service.fault = times(
      1,
      (request) => {
        for (const id of ids) service.contacts.delete(id);
        return !!request.socket.destroy();
      },
      'DELETE',
    );
    const unknown = '0198c0de-7a11-7000-8000-00000000dead';
    const deletion = { body: { ids: [...ids, unknown] } };
    expect(await client.call('deleteContacts', deletion)).toMatchObject({ data: { count: 3 } });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
  });

  test('a deletion that never has an answer says so', async () => {
    const service = await connected.service();
    const { id } = service.add(body);
    const { client } = await connected.to(service);
    service.fault = times(FOREVER, (request) => !!request.socket.destroy(), 'DELETE');
    expect(await client.call('deleteContact', { id })).toMatchObject({
      error: { message: 'No answer. It may have been deleted; check before trying again.' },
    });
  });

  test('what is not the same when done twice is done once', async () => {
    const service = await connected.service();
    service.fault = (request, response) => {
      if (request.url?.endsWith('/organization')) {
        const data = {
          id: service.organizationId,
          name: 'Acme',
          scopes: ['segments:write', 'segments:read'],
        };
        return !!response.end(JSON.stringify({ data }));
      }
      return request.method === 'POST' ? !!request.socket.destroy() : false;
    };
    const { client } = await connected.to(service, {
      fetch: async (request) => {
        if (!request.url.endsWith('/openapi.json')) return fetch(request);
        const operation = (operationId: string) => ({ operationId });
        return Response.json({
          paths: {
            '/organization': { get: operation('getOrganization') },
            '/segments': { get: operation('listSegments'), post: operation('createSegment') },
          },
        });
      },
    });
    await until(async () => {
      const result = await client.call('createSegment', { body: { title: 'New' } });
      return !result.ok && result.error.code === 'UNAVAILABLE';
    });
    expect(service.requests.filter((line) => line === 'POST /segments')).toHaveLength(1);
  });

  test('an answer on another contact is taken neither for the one that was asked for nor into the copy', async () => {
    const service = await connected.service({ lists: true });
    const { client, remote } = await connected.to(service);
    const [ana, ben] = ['ana@example.com', 'ben@example.com'].map((email) => service.add({ email }));
    await complete(remote);
    const id = ana?.id ?? '';
    service.fault = (_, response) =>
      !!response.end(
        JSON.stringify({ data: { ...ben, email: ana?.email, updatedAt: '2099-01-01T00:00:00Z' } }),
      );
    for (const result of [
      await client.call('getContact', { id }),
      await client.call('updateContact', { id, body: { firstname: 'Ana' } }),
      await client.call('deleteContact', { id }),
    ])
      expect(result).toMatchObject({
        error: {
          message: expect.stringMatching(/^The contacts service answered with another contact/) as string,
        },
      });
    expect(await client.call('listContacts', { query: new URLSearchParams('sort=email') })).toMatchObject({
      data: [
        { id, email: 'ana@example.com' },
        { id: ben?.id, email: 'ben@example.com' },
      ],
    });
  });

  test('a token that has expired is told as that, and the copy stays readable', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).state === 'reachable');
    await client.call('upsertContact', { body });
    service.token = 'another one';
    const refused = await client.call('upsertContact', { body });
    expect(refused).toMatchObject({
      error: { code: 'UNAVAILABLE', requestId: expect.stringMatching(/^fake-/) as string },
    });
    const status = await remote.status();
    expect(status).toMatchObject({ state: 'token-refused', lastError: { status: 401 } });
    expect(status.lastError?.requestId).toMatch(/^fake-\d+$/);
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 1 } });
    expect(await client.call('listSegments', {})).toMatchObject({ ok: true });
    service.token = 'remote token';
    await until(async () => (await remote.status()).state === 'reachable');
  });

  test('a redirect is not followed, and the token stays with the service', async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const service = await connected.service();
    const { client } = await connected.to(service);
    const Location = `http://localhost:${port}/v1/contacts?secret=1`;
    for (const status of [301, 302, 307, 308]) {
      service.fault = times(FOREVER, (_, response) => !!response.writeHead(status, { Location }).end());
      expect(await client.call('upsertContact', { body })).toMatchObject({
        error: {
          message: `The contacts service redirects to http://localhost:${port}/v1/contacts. Check CONTACTS_API_URL.`,
        },
      });
    }
    other.close();
    expect(seen).toEqual([]);
    expect(JSON.stringify(connected.warnings)).not.toContain(service.token);
  });

  test('one slow call holds up no other', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    await client.call('upsertContact', { body });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    service.held = (route) => (route === 'POST /contacts' ? released : undefined);
    const answered: string[] = [];
    const slow = client.call('upsertContact', { body }).finally(() => answered.push('the slow one'));
    await until(() => service.requests.filter((line) => line === 'POST /contacts').length === 2);
    expect(await client.call('listContacts', {})).toMatchObject({ ok: true });
    expect(await client.call('listSegments', {})).toMatchObject({ ok: true });
    expect(answered).toEqual([]);
    release();
    expect(await slow).toMatchObject({ ok: true });
  });

  test('who asks waits no longer than they want to', async () => {
    const service = await connected.service();
    service.fault = () => true;
    const { client } = await connected.to(service);
    const impatient = client.call('listSegments', { signal: AbortSignal.timeout(50) });
    await expect(impatient).rejects.toThrow(/timeout/);
  });

  test.each([
    ['what a service can do', /segments/, 1],
    ['its segments', /segments/, 2],
    ['a page of contacts', /pageSize=100/, 1],
  ])('closing does not wait for %s', async (_, path, nth) => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    let asked = 0;
    service.fault = (request) => path.test(request.url ?? '') && ++asked >= nth;
    const { remote } = await connected.to(service);
    await until(() => asked >= nth);
    const start = performance.now();
    await remote.close();
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  test('what a service repeats of the token, or says at length, is neither shown nor logged', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).state === 'reachable');
    const message = `No such token: ${service.token}.\n${'x'.repeat(10_000)}`;
    const error = {
      code: 'FORBIDDEN',
      message,
      details: Array.from({ length: 500 }, () => ({ path: 'email', message: 'Again: remote token.' })),
    };
    service.fault = times(
      FOREVER,
      (_, response) =>
        !!response.writeHead(403, { 'X-Request-Id': service.token }).end(JSON.stringify({ error })),
    );
    const refused = await client.call('upsertContact', { body });
    expect(refused).toMatchObject({ error: { message: expect.stringMatching(/^No such token: …\. x+ …$/) } });
    const told = JSON.stringify([refused, await remote.status(), connected.warnings]);
    expect(told).not.toContain(service.token);
    expect(told.length).toBeLessThan(50_000);
  });

  test.each<[string, Fault]>([
    ['500', (_, response) => !!response.writeHead(500).end()],
    ['a web page', (_, response) => !!response.writeHead(200).end('<html>')],
    ['429', (_, response) => !!response.writeHead(429).end()],
  ])('a service that answers nothing but %s is not there to work with, until it is', async (_, fault) => {
    const service = await connected.service();
    service.fault = fault;
    const { remote } = await connected.to(service);
    await until(async () => (await remote.status()).state === 'unreachable');
    service.fault = null;
    await until(async () => (await remote.status()).state === 'reachable');
  });

  test('a segment without a title stands in by its id', async () => {
    const service = await connected.service({ lists: true });
    const id = '5e900000-0000-4000-8000-000000000009';
    service.segments.push({ id, title: null as never, color: null });
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    const listed = await client.call('listSegments', {});
    expect(listed.ok && listed.data.find((segment) => segment.id === id)?.title).toBe(`Segment ${id}`);
  });

  test('a segment that cannot be read hides no other, and is named', async () => {
    const service = await connected.service();
    service.segments.push({ id: 17 as never, title: 'Seventeen', color: null });
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).lastError);
    expect(await client.call('listSegments', {})).toMatchObject({
      data: [{ title: 'Newsletter' }, { title: 'VIP' }],
    });
    const { state, lastError } = await remote.status();
    expect(state).toBe('reachable');
    const named = 'Segment 3 of its list was left out. Its id cannot be read: 17.';
    expect(lastError?.message).toBe(named);
    for (const [more, said] of [
      [1, '1 more was left out.'],
      [2, '2 more were left out.'],
    ] as const) {
      service.segments.push({ id: (17 + more) as never, title: 'Another', color: null });
      await client.call('listSegments', {});
      expect((await remote.status()).lastError?.message).toBe(`${named} ${said}`);
    }
  });

  test('a total beyond all numbers keeps no contact out', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { client, remote } = await connected.to(service, {
      fetch: async (request) => {
        const response = await fetch(request);
        if (!/\/contacts\?/.test(request.url)) return response;
        const { data, meta } = (await response.json()) as { data: unknown; meta: object };
        return Response.json({ data, meta: { ...meta, total: 3e9 } });
      },
    });
    await until(async () => (await remote.status()).mirror?.completeAt);
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 3 } });
    expect((await remote.status()).mirror).toMatchObject({ contacts: 3, claimed: 2_147_483_647 });
  });

  test('values that the copy cannot hold do not keep others out', async () => {
    const service = await connected.service({ lists: true });
    service.add({ email: 'nul\u0000@example.com', firstname: 'x'.repeat(500), company: 'half \ud800 pair' });
    service.add({ firstname: 'Nobody' });
    service.add({ phone: '+1 (555) 010-0000 extension 12345', email: 'long@example.com' });
    service.segments.push({ id: '5e900000-0000-4000-8000-000000000003', title: 'vip', color: 'red' });
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    expect(await client.call('listContacts', { query: new URLSearchParams('sort=email') })).toMatchObject({
      data: [{ email: 'long@example.com', phone: null }, { email: 'nul @example.com' }],
    });
    expect(await client.call('listSegments', {})).toMatchObject({
      data: [{ title: 'Newsletter' }, { title: 'vip', color: null }, { title: 'VIP' }],
    });
  });
});
