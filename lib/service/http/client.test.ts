import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { operations } from '@/lib/contract/operations';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';

/** A program of somebody who uses the client, with the mistakes that its types have to find. */
const USE = `
import { Roster, type Contact, type Event, RosterError } from './client';
const roster = new Roster({ baseUrl: 'https://roster.example/v1', token: 'token' });
const { data, etag } = await roster.upsertContact({ email: 'ana@acme.example', segmentIds: [] });
const company: string | undefined = data.contact.company;
await roster.updateContact(data.id, { company: null }, { ifMatch: etag ?? '*' });
for await (const contact of roster.each('listContacts', { search: 'ana', pageSize: 100 })) console.log((contact satisfies Contact).email);
for await (const { event, cursor } of roster.events()) console.log((event satisfies Event).type, cursor, company);
await roster.listContacts({ fields: { plan: ['pro', 'free'], 'since.from': '2026-01-01' }, has: 'fields.plan' });
const plan: string | boolean | string[] | undefined = data.fields?.plan;
const file: Response = await roster.exportContacts({ format: 'csv' });
// @ts-expect-error -- no such field
await roster.upsertContact({ firstName: 'Ana' });
// @ts-expect-error -- an id is needed
await roster.getContact();
// @ts-expect-error -- one thing is no list
roster.each('getOrganization');
console.log(plan, file.status, RosterError.name);
`;

interface Client {
  upsertContact(
    body: object,
    options?: object,
  ): Promise<{ data: Contact; status: number; etag: string | null }>;
  mergeContacts(id: string, body: object, options?: object): Promise<{ data: Contact; headers: Headers }>;
  createSegment(body: object): Promise<unknown>;
  each(list: string, query?: object): AsyncIterable<Contact>;
  events(options?: object): AsyncIterable<{ event: { type: string; data: Contact }; cursor: string }>;
}

describe.each(engines)('client.ts on $name', (engine) => {
  const api = new TestApi(engine);
  let source: string;
  let Roster: new (options: object) => Client;

  beforeAll(async () => {
    const response = await api.fetch(new Request('http://roster.test/v1/client.ts'));
    expect(response.headers.get('Content-Type')).toBe('text/typescript; charset=utf-8');
    source = await response.text();
    const { code } = await transform(source, { loader: 'ts', target: 'node20' });
    ({ Roster } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
  });

  /** A client whose requests come through `send`. */
  const client = ({ token }: TestOrganization, send = (request: Request) => api.fetch(request)) =>
    new Roster({
      baseUrl: 'http://roster.test/v1/',
      token,
      fetch: (url: URL, init: RequestInit) => send(new Request(url, init)),
    });

  test('has every operation, and types that find mistakes', async () => {
    for (const name of Object.keys(operations)) expect(source).toContain(`\n  ${name}(`);
    const folder = await mkdtemp(path.join(tmpdir(), 'client-'));
    await writeFile(path.join(folder, 'client.ts'), source);
    await writeFile(path.join(folder, 'use.ts'), USE);
    const options =
      '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --erasableSyntaxOnly --target es2022 --lib esnext,dom,dom.iterable --module esnext --moduleResolution bundler --types --ignoreConfig';
    const tsc = path.resolve('node_modules/.bin/tsc');
    const { stdout } = await promisify(execFile)(tsc, [
      ...options.split(' '),
      path.join(folder, 'use.ts'),
    ]).catch((failed: { stdout: string }) => failed);
    await rm(folder, { recursive: true });
    expect(stdout).toBe('');
  });

  test('upserts, reads a list to its end, and tells every change in order', async () => {
    const organization = await api.organization();
    const roster = client(organization);
    const first = await roster.upsertContact({ email: 'c1@acme.example' });
    expect([first.status, first.data.email]).toEqual([201, 'c1@acme.example']);
    for (let n = 2; n <= 7; n++) await roster.upsertContact({ email: `c${n}@acme.example` });
    const stale = roster.upsertContact({ email: 'c1@acme.example', company: 'A' }, { ifMatch: '"none"' });
    await expect(stale).rejects.toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    const listed: (string | null)[] = [];
    for await (const { email } of roster.each('listContacts', { pageSize: 3 })) listed.push(email);
    expect(listed.sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `c${n}@acme.example`));

    const stop = new AbortController();
    const seen: string[] = [];
    let saved: string | undefined;
    for await (const { event, cursor } of roster.events({ signal: stop.signal })) {
      seen.push(`${event.type} ${event.data.email}`);
      saved = cursor;
      if (seen.length === 7) break;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `contact.created c${n}@acme.example`));
    // It waits for the next, from where it was.
    const next = roster.events({ after: saved, signal: stop.signal })[Symbol.asyncIterator]();
    const coming = next.next();
    await organization.call('PUT', `/contacts/${first.data.id}`, { company: 'Acme' });
    expect((await coming).value).toMatchObject({
      event: { type: 'contact.updated', data: { contact: { company: 'Acme' } } },
    });
    stop.abort();
  });

  test('filters by own fields', async () => {
    const organization = await api.organization();
    await organization.post('/fields', { label: 'Score', type: 'number' });
    const roster = client(organization);
    for (const score of ['1', '2', '3'])
      await roster.upsertContact({ email: `c${score}@acme.example`, fields: { score } });
    const listed: unknown[] = [];
    const query = { fields: { score: ['2', '3.0'], 'score.to': '2.5' } };
    for await (const { fields } of roster.each('listContacts', query)) listed.push(fields);
    expect(listed).toEqual([{ score: '2' }]);
  });

  test('repeats what is safe to repeat, and nothing else', async () => {
    const organization = await api.organization();
    let sent = 0;
    const lossy = client(organization, async (request) => {
      const answer = await api.fetch(request);
      if (++sent === 1) throw new TypeError('fetch failed');
      return answer;
    });
    expect((await lossy.upsertContact({ email: 'ana@acme.example' })).status).toBe(200);
    expect(sent).toBe(2);
    // A merge finds itself, also by the versions that it has changed.
    const [ana, ben] = [
      await organization.contact({ email: 'ana@acme.example' }),
      await organization.contact({ email: 'ben@acme.example' }),
    ];
    sent = 0;
    const options = { ifMatch: (await organization.get(ana.id)).etag };
    const merged = await lossy.mergeContacts(ana.id, { from: ben.id }, options);
    expect([merged.data.id, sent]).toEqual([ana.id, 2]);
    expect((await organization.call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`)).status).toBe(
      200,
    );
    sent = 0;
    await expect(lossy.createSegment({ title: 'VIP' })).rejects.toMatchObject({ code: 'NETWORK' });
    expect((await organization.totals()).segments).toEqual({ VIP: 0 });
  });
});
