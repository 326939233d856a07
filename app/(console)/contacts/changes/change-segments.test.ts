import { describe, expect, it } from 'vitest';
import { Client } from '@/lib/client/client';
import { changeSegments } from './change-segments';

const ID = '0198c0de-7a11-4000-8000-0123456789ab';
const [VIP, LEAD, OTHER] = ['1', '2', '3'].map((n) => `0198c0de-7a11-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const AT = '2026-01-02T03:04:05.000Z';

/** A service with a contact in these segments; the first PUTs get these statuses. */
function serviceWith(segments: string[], ...statuses: number[]) {
  const sent: unknown[] = [];
  const contact = () => ({
    id: ID,
    email: 'ana@example.com',
    phone: null,
    contact: {},
    segments: segments.map((segmentId) => ({ segmentId, assignedAt: AT })),
    organizationId: ID,
    createdAt: AT,
    updatedAt: AT,
  });
  const client = new Client({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    async fetch(request) {
      if (request.method === 'PUT') {
        sent.push([request.headers.get('If-Match'), await request.json()]);
        const status = statuses.shift();
        if (status) return Response.json({ error: { code: 'NO', message: 'No.', details: [] } }, { status });
      }
      return Response.json({ data: contact() }, { headers: { ETag: `"${sent.length}"` } });
    },
  });
  return { client, sent };
}

describe('changeSegments', () => {
  it('replaces what is assigned by what is to be, bound to what was read', async () => {
    const { client, sent } = serviceWith([LEAD, OTHER]);
    expect(await changeSegments(client, { id: ID, add: [VIP, OTHER], remove: [LEAD] })).toEqual({
      id: ID,
      ok: true,
      add: [VIP],
      remove: [LEAD],
    });
    expect(sent).toEqual([['"0"', { segmentIds: [OTHER, VIP] }]]);
  });

  it('sends nothing where nothing is to be changed', async () => {
    const { client, sent } = serviceWith([VIP]);
    expect(await changeSegments(client, { id: ID, add: [VIP], remove: [LEAD] })).toMatchObject({
      ok: true,
      add: [],
      remove: [],
    });
    expect(sent).toEqual([]);
  });

  it('reads again where somebody was quicker, once, and says what does not work', async () => {
    const quicker = serviceWith([LEAD], 412);
    expect(await changeSegments(quicker.client, { id: ID, add: [VIP], remove: [] })).toMatchObject({
      ok: true,
    });
    expect(quicker.sent.map((one) => (one as [string])[0])).toEqual(['"0"', '"1"']);
    const refusing = serviceWith([LEAD], 412, 412);
    expect(await changeSegments(refusing.client, { id: ID, add: [VIP], remove: [] })).toMatchObject({
      ok: false,
      message: 'No.',
    });
    expect(refusing.sent).toHaveLength(2);
  });
});
