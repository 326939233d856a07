import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import type { FakeRemote, Fault } from './fake-remote';
import { Connected, methodsOf, until } from './testing';

const five = ['deleteContact', 'deleteContacts', 'listSegments', 'updateContact', 'upsertContact'];
const [embedded] = engines;

/** Refuses what the path matches, in the service's own words. */
const refuse =
  (pattern: RegExp, status: number, message = 'No', code = 'NO'): Fault =>
  (request, response) =>
    pattern.test(`${request.method} ${request.url}`) &&
    !!response.writeHead(status).end(JSON.stringify({ error: { code, message } }));

const page =
  (pattern: RegExp, status: number): Fault =>
  (request, response) =>
    pattern.test(`${request.method} ${request.url}`) &&
    !!response.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>Gateway</h1>');

/** What a service with the five operations has no answer to. */
const BEYOND_FIVE = /GET .*\/(openapi\.json|contacts)/;

describe('finding out what a service can do', () => {
  const connected = new Connected(embedded as (typeof engines)[number]);
  const abilitiesOf = async (service: FakeRemote, rhythm = {}) => {
    const { remote, client } = await connected.to(service, {
      rhythm: { look: 20, again: 60_000, absent: 50, ...rhythm },
    });
    await until(() => service.requests.some((line) => line.startsWith('GET /contacts/')));
    await until(async () => (await remote.status()).state === 'reachable');
    return { remote, client, abilities: () => [...remote.abilities()].sort() };
  };

  test.each<[string, Fault]>([
    ['401', refuse(BEYOND_FIVE, 401)],
    ['500', refuse(BEYOND_FIVE, 500)],
    ['502 and a web page', page(BEYOND_FIVE, 502)],
    ['404 and a web page', page(BEYOND_FIVE, 404)],
    ['a web page', page(BEYOND_FIVE, 200)],
  ])('unknown paths that answer %s take none of the five away', async (_, fault) => {
    const service = await connected.service();
    service.fault = fault;
    const { client, abilities, remote } = await abilitiesOf(service);
    await until(async () => (await remote.status()).mirror);
    expect(abilities()).toEqual(five);
    expect(await client.call('upsertContact', { body: { email: 'a@example.com' } })).toMatchObject({
      ok: true,
    });
    expect((await remote.status()).state).toBe('reachable');
  });

  test('a document that is not to be had keeps no list away', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    service.fault = refuse(/openapi/, 503);
    const { remote, abilities } = await abilitiesOf(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    expect(abilities()).toEqual([...five, 'getContact', 'listContacts'].sort());
  });

  test('a service whose segments alone do not work is there', async () => {
    const service = await connected.service();
    service.fault = refuse(/segments/, 500, 'Table locked');
    const { remote, client, abilities } = await abilitiesOf(service);
    expect(abilities()).toEqual(five);
    expect(await client.call('upsertContact', { body: { email: 'a@example.com' } })).toMatchObject({
      ok: true,
    });
    expect((await remote.status()).state).toBe('reachable');
  });

  test('a service whose segments alone hang is there, and the segments known before serve', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { remote, client } = await connected.to(service, {
      network: { attempts: 2, timeout: 400, total: 1_000, backOff: 5 },
    });
    await until(async () => (await remote.status()).mirror?.completeAt);
    service.fault = (request) => /segments/.test(request.url ?? '');
    const states: string[] = [];
    const watch = async () => states.push((await remote.status()).state);
    expect(await client.call('listSegments', {})).toMatchObject({ data: { length: 2 } });
    await until(async () => (await watch()) && (await remote.status()).lastError);
    const asked = service.requests.length;
    await until(
      async () => (await watch()) && service.requests.slice(asked).some((line) => /openapi/.test(line)),
    );
    await remote.check();
    await watch();
    expect(new Set(states)).toEqual(new Set(['reachable']));
    const start = performance.now();
    expect(await client.call('listSegments', {})).toMatchObject({ data: { length: 2 } });
    expect(performance.now() - start).toBeLessThan(350);
    expect(await client.call('upsertContact', { body: { email: 'a@example.com' } })).toMatchObject({
      ok: true,
    });
  });

  test('one whose segments hang, and that tells nothing else, is taken not to be there', async () => {
    const service = await connected.service();
    service.fault = (request, response) =>
      request.url === '/v1/segments' || page(BEYOND_FIVE, 404)(request, response);
    const { remote } = await connected.to(service, {
      network: { attempts: 1, timeout: 200, total: 200, backOff: 5 },
    });
    await until(async () => (await remote.status()).state === 'unreachable');
    expect(methodsOf(service)).toEqual(['GET']);
    service.fault = null;
    await until(async () => (await remote.status()).state === 'reachable');
  });

  test('a service that answers nothing in time is not there', async () => {
    const service = await connected.service();
    const { remote, client } = await connected.to(service, {
      network: { attempts: 1, timeout: 200, total: 200, backOff: 5 },
    });
    await until(async () => (await remote.status()).state === 'reachable');
    service.fault = () => true;
    await client.call('upsertContact', { body: { email: 'a@example.com' } });
    await until(async () => (await remote.status()).state === 'unreachable');
    service.fault = null;
    await until(async () => (await remote.status()).state === 'reachable');
  });

  test.each<[string, Fault]>([
    ['403 and a web page', page(/./, 403)],
    ['404 and a web page', page(/./, 404)],
    ['a web page', page(/./, 200)],
    ['null', (_, response) => !!response.writeHead(200).end('null')],
    ['an error with a status of success', refuse(/./, 200)],
  ])('a service that answers nothing but %s is not there, though it was', async (_, fault) => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { remote, client, abilities } = await abilitiesOf(service, { again: 50 });
    await until(async () => (await remote.status()).mirror?.completeAt);
    service.fault = fault;
    const refused = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    expect(refused).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    await until(async () => (await remote.status()).state === 'unreachable');
    expect(abilities()).toContain('listContacts');
    service.fault = null;
    await until(async () => (await remote.status()).state === 'reachable');
  });

  test('what did not tell for a moment is as it was before', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { remote, abilities } = await abilitiesOf(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    service.fault = refuse(/contacts/, 503);
    await remote.check();
    expect(abilities()).toEqual([...five, 'getContact', 'listContacts'].sort());
    expect((await remote.status()).state).toBe('reachable');
  });

  test('the last contact that is deleted takes no ability with it', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(1);
    const { remote, abilities } = await abilitiesOf(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    service.contacts.clear();
    await remote.check();
    expect(abilities()).toContain('getContact');
    // Nor where a contact that is missing is answered as a path is that is missing.
    service.fault = refuse(/GET .*\/(contacts|openapi)[./]/, 404, 'Not found');
    await remote.check();
    expect(abilities()).toContain('getContact');
  });

  test('a list that is broken is not said to be none', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { remote, abilities } = await abilitiesOf(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    service.fault = ({ method, url }, response) =>
      method === 'GET' &&
      /contacts\?/.test(url ?? '') &&
      !!response.writeHead(200).end('{"data": {}, "meta": {}}');
    await remote.check();
    expect(abilities()).toContain('listContacts');
    await remote.refresh();
    const error = await until(async () => (await remote.status()).mirror?.fill?.error);
    expect(error).toBe('The contacts service answered in an unknown form (at data).');
  });

  test('what is gained is found out when somebody asks', async () => {
    const service = await connected.service();
    const { remote, abilities } = await abilitiesOf(service);
    service.lists = true;
    service.addMany(3);
    await remote.check();
    expect(abilities()).toContain('listContacts');
  });

  test('a single contact that is not to be had any more is no contact that has gone', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { remote, client, abilities } = await abilitiesOf(service, { again: 50 });
    await until(async () => (await remote.status()).mirror?.completeAt);
    const [id = ''] = service.contacts.keys();
    service.fault = page(/GET .*\/contacts\//, 404);
    expect(await client.call('getContact', { id })).toMatchObject({ ok: true });
    expect((await remote.sightings([id]))[id]?.vanishedAt).toBeNull();
    await until(() => !abilities().includes('getContact'));
    service.fault = null;
    await until(() => abilities().includes('getContact'));
  });

  test('a contact that is not there takes no ability with it, however the service words that', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(4);
    const { remote, client, abilities } = await abilitiesOf(service, { again: 50 });
    await until(async () => (await remote.status()).mirror?.completeAt);
    const [first = '', second = '', third = ''] = service.contacts.keys();
    service.fault = refuse(/DELETE/, 404, 'No contact has the id given in the path.', 'NOT_FOUND');
    expect(await client.call('deleteContact', { id: first })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 3 } });
    // One that says so of a path is believed when it says so of another contact, too.
    service.fault = refuse(/DELETE/, 404, 'Cannot DELETE /v1/contacts/1', 'NOT_FOUND');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let segmentsAsked = 0;
    // The last that is asked when it is looked at what the service can do: by then that has been decided.
    service.held = (route) => (route === 'GET /segments' && ++segmentsAsked === 2 ? released : undefined);
    for (const id of [second, second])
      expect(await client.call('deleteContact', { id })).toMatchObject({ error: { code: 'UNAVAILABLE' } });
    await until(() => segmentsAsked === 2);
    expect(abilities()).toContain('deleteContact');
    // What is told before that look is over leads to another one.
    await client.call('deleteContact', { id: third });
    release();
    await until(() => !abilities().includes('deleteContact'));
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 3 } });
  });

  test('what the service refuses to do at all is learned, and asked for again when somebody wants that', async () => {
    const service = await connected.service();
    const { remote, client, abilities } = await abilitiesOf(service, { again: 50 });
    service.fault = refuse(/DELETE .*\/contacts$/, 405);
    const id = crypto.randomUUID();
    expect(await client.call('deleteContacts', { body: { ids: [id] } })).toMatchObject({
      error: { code: 'METHOD_NOT_ALLOWED', message: 'This service cannot delete many contacts.' },
    });
    await until(() => !abilities().includes('deleteContacts'));
    expect(remote.why('deleteContacts')).toBe('This service cannot delete many contacts.');
    service.fault = null;
    await remote.check();
    expect(abilities()).toEqual(five);
  });
});
