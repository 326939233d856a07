import { describe, expect, it } from 'vitest';
import { HttpClient } from './http-client';

const MIB = 1024 * 1024;
const BLANK = new Uint8Array(64 * 1024).fill(0x20);

/** A client whose service sends an endless body; and how much of it was read. */
function endless(status: number) {
  let taken = 0;
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        taken += BLANK.byteLength;
        controller.enqueue(BLANK);
      },
    });
  const client = new HttpClient({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    fetch: async () => new Response(body(), { status }),
    network: { attempts: 1, timeout: 10_000, total: 10_000, backOff: 0 },
  });
  return { client, taken: () => taken };
}

const id = '0198c0de-7a11-4000-8000-0123456789ab';
const list = { query: new URLSearchParams('pageSize=100') };

describe('an endless response', () => {
  it.each<[string, number, number, (client: HttpClient) => Promise<unknown>]>([
    ['one contact', 200, 1, (client) => client.call('getContact', { id })],
    ['the segments', 200, 1, (client) => client.call('listSegments', {})],
    ['a list of contacts', 200, 8, (client) => client.call('listContacts', list)],
    ['a document', 200, 8, (client) => client.read('/openapi.json')],
    ['a refusal of a list', 400, 1, (client) => client.call('listContacts', list)],
  ])('to %s (%i) is read up to %i MiB', async (_, status, most, call) => {
    const { client, taken } = endless(status);
    expect(await call(client)).toMatchObject({
      ok: false,
      error: { message: 'The contacts service sent a response that is too long.' },
    });
    expect(taken()).toBeLessThan((most + 0.5) * MIB);
    expect(taken()).toBeGreaterThan(most * MIB);
  });
});

it('a long page of contacts is read whole', async () => {
  const contact = {
    id,
    email: 'ana@example.com',
    phone: null,
    contact: {},
    segments: [],
    organizationId: id,
    createdAt: '2026-01-31T09:30:00.000Z',
    updatedAt: '2026-01-31T09:30:00.000Z',
  };
  const data = Array.from({ length: 100 }, () => ({ ...contact, notes: 'x'.repeat(50_000) }));
  const meta = { total: 100, page: 1, pageSize: 100, totalPages: 1 };
  const client = new HttpClient({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    fetch: async () => Response.json({ data, meta }),
    network: { attempts: 1, timeout: 10_000, total: 10_000, backOff: 0 },
  });
  expect(await client.call('listContacts', list)).toMatchObject({ ok: true, data: { length: 100 } });
});
