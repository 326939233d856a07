import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpClient } from './http-client';
import { NETWORK } from './retry-policy';

const ID = '0198c0de-7a11-4000-8000-0123456789ab';
const AT = '2026-01-02T03:04:05.000Z';
const contact = {
  id: ID,
  email: 'ana@example.com',
  phone: null,
  contact: {},
  segments: [],
  organizationId: ID,
  createdAt: AT,
  updatedAt: AT,
};
const body = { email: 'ana@example.com' };

type Answer = () => Response | Promise<Response>;
const saved: Answer = () => Response.json({ data: contact }, { status: 201 });
const refuse =
  (status: number, headers?: Record<string, string>): Answer =>
  () =>
    Response.json({ error: { code: 'NO', message: 'No.' } }, { status, headers });
const webPage: Answer = () => new Response('<h1>Gateway</h1>', { status: 404 });
const failed =
  (code: string): Answer =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
const never: Answer = () => new Promise(() => {});

describe('a change at a connected service', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client whose service gives these responses in order, repeating the last one. */
  function clientOf(...answers: Answer[]) {
    const sent: string[] = [];
    const client = new HttpClient({
      baseUrl: 'http://service.invalid/v1',
      token: 'any token',
      network: NETWORK,
      fetch: async (request) => {
        sent.push(request.method);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        return (answer as Answer)();
      },
    });
    return { client, sent };
  }

  async function outcomeOf<T>(call: Promise<T>): Promise<T> {
    await vi.runAllTimersAsync();
    return call;
  }

  it.each([
    ['another contact', undefined, { ok: false, error: { code: 'BAD_RESPONSE' } }],
    ['the contact that it was merged into', `/v1/contacts/${ID}`, { ok: true, data: { id: ID } }],
  ])('by an id that leads to %s', async (_, location, expected) => {
    const headers = location ? { 'Content-Location': location } : undefined;
    const { client } = clientOf(async () => Response.json({ data: contact }, { headers }));
    const id = '0198c0de-7a11-7000-8000-00000000dead';
    expect(await outcomeOf(client.call('updateContact', { id, body: {} }))).toMatchObject(expected);
  });

  it('waits 50 seconds for a slow service, with one POST', async () => {
    const { client, sent } = clientOf(
      () => new Promise((resolve) => setTimeout(() => resolve(saved()), 50_000)),
    );
    expect(await outcomeOf(client.call('upsertContact', { body }))).toMatchObject({
      ok: true,
      status: 201,
      repeated: false,
    });
    expect(sent).toEqual(['POST']);
  });

  it('times out after a minute, without another POST', async () => {
    const { client, sent } = clientOf(never);
    const began = Date.now();
    expect(await outcomeOf(client.call('upsertContact', { body }))).toMatchObject({
      error: { code: 'NETWORK', unsettled: 'It may have been saved; check before trying again.' },
    });
    expect(Date.now() - began).toBe(60_000);
    expect(sent).toEqual(['POST']);
  });

  it.each([
    ['a refused connection', failed('ECONNREFUSED')],
    ['429', refuse(429)],
    ['503 with Retry-After', refuse(503, { 'Retry-After': '1' })],
  ])('is retried after %s, unless it has a referral code', async (_, answer) => {
    const { client, sent } = clientOf(answer, saved);
    expect(await outcomeOf(client.call('upsertContact', { body }))).toMatchObject({
      ok: true,
      repeated: true,
    });
    expect(sent).toEqual(['POST', 'POST']);
    const withCode = clientOf(answer, saved);
    const call = withCode.client.call('upsertContact', { body: { ...body, referralCode: 'FRIEND' } });
    const refused = await outcomeOf(call);
    expect(refused).toMatchObject({ ok: false });
    expect(refused).not.toHaveProperty('error.unsettled');
    expect(withCode.sent).toEqual(['POST']);
    const batch = { contacts: [body, { ...body, referralCode: 'FRIEND' }] };
    await outcomeOf(withCode.client.call('upsertContacts', { body: batch }));
    expect(withCode.sent).toEqual(['POST', 'POST']);
  });

  const lost: [string, Answer][] = [
    ['a lost connection', failed('ECONNRESET')],
    ['500', refuse(500)],
    ['503 without Retry-After', refuse(503)],
    ['a web page that says 404', webPage],
  ];

  it.each(lost)('is not retried after %s', async (_, answer) => {
    const { client, sent } = clientOf(answer);
    expect(await outcomeOf(client.call('upsertContact', { body }))).toMatchObject({
      error: { unsettled: 'It may have been saved; check before trying again.' },
    });
    expect(sent).toEqual(['POST']);
  });

  it.each([['no answer for a minute', never] as [string, Answer], ...lost])(
    'is a PUT or a DELETE again after %s',
    async (_, answer) => {
      const { client, sent } = clientOf(answer, saved);
      expect(await outcomeOf(client.call('updateContact', { id: ID, body }))).toMatchObject({
        ok: true,
        repeated: true,
      });
      const deleting = clientOf(answer, refuse(404));
      expect(await outcomeOf(deleting.client.call('deleteContact', { id: ID }))).toMatchObject({
        error: { code: 'NOT_FOUND', repeated: true },
      });
      expect([...sent, ...deleting.sent]).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE']);
    },
  );
});
