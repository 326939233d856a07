import { describe, expect, it } from 'vitest';
import type { OperationName } from '@/lib/contract/operations';
import { Client } from './client';
import { NETWORK } from './persistence';

/** What the client makes of this answer of somebody else's service. */
function told(name: OperationName, answer: unknown) {
  const client = new Client({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    fetch: async () => Response.json(answer),
    network: NETWORK,
  });
  return client.call(name as 'listSegments', {});
}

describe('what only a Roster says', () => {
  const id = '5e900000-0000-4000-8000-000000000001';
  const vip = { id, title: 'VIP', color: null };

  it.each([
    { createdAt: '2026-01-31 09:30:00' },
    { createdAt: 1_769_851_800 },
    { contactCount: null },
    { contactCount: '5' },
    { contactCount: -1, description: null },
  ])('hides no segment where a stranger has something else by that name: %o', async (extra) => {
    expect(await told('listSegments', { data: [{ ...vip, ...extra }] })).toMatchObject({
      ok: true,
      data: [vip],
    });
  });

  it('is kept where it is what a Roster means by it', async () => {
    const whole = { ...vip, contactCount: 5, createdAt: '2026-01-31T09:30:00.000Z' };
    expect(await told('listSegments', { data: [whole] })).toMatchObject({ ok: true, data: [whole] });
  });

  it('keeps no page of contacts away', async () => {
    const meta = { total: 0, page: 1, pageSize: 20, totalPages: 0 };
    const extra = { totalIsExact: null, nextCursor: 2, previousCursor: false };
    expect(await told('listContacts', { data: [], meta: { ...meta, ...extra } })).toMatchObject({
      ok: true,
      meta: { ...meta, totalIsExact: true, nextCursor: null, previousCursor: null },
    });
  });
});
