import { describe, expect, it } from 'vitest';
import type { OperationName } from '@/lib/contract/operations';
import { HttpClient } from './http-client';
import { NETWORK } from './retry-policy';

/** Result of a call to a connected service with this response. */
function told(name: OperationName, answer: unknown) {
  const client = new HttpClient({
    baseUrl: 'http://service.invalid/v1',
    token: 'token',
    fetch: async () => Response.json(answer),
    network: NETWORK,
  });
  return client.call(name as 'listSegments', {});
}

describe('fields that only Roster sends', () => {
  const id = '5e900000-0000-4000-8000-000000000001';
  const vip = { id, title: 'VIP', color: null };

  it.each([
    { createdAt: '2026-01-31 09:30:00' },
    { createdAt: 1_769_851_800 },
    { contactCount: null },
    { contactCount: '5' },
    { contactCount: -1, description: null },
  ])('hide no segment if another service uses them differently: %o', async (extra) => {
    expect(await told('listSegments', { data: [{ ...vip, ...extra }] })).toMatchObject({
      ok: true,
      data: [vip],
    });
  });

  it('are kept if they are valid', async () => {
    const whole = { ...vip, contactCount: 5, createdAt: '2026-01-31T09:30:00.000Z' };
    expect(await told('listSegments', { data: [whole] })).toMatchObject({ ok: true, data: [whole] });
  });

  it.each([
    { fields: ['a'], doNotContact: true },
    { fields: { plan: 1 }, doNotContact: { reason: 'gdpr' } },
    { fields: null, doNotContact: null },
  ])('hide no contact either: %o', async (extra) => {
    const ana = {
      id,
      email: 'ana@example.com',
      phone: null,
      contact: {},
      segments: [],
      organizationId: id,
      createdAt: '2026-01-31T09:30:00.000Z',
      updatedAt: '2026-01-31T09:30:00.000Z',
    };
    expect(await told('listContacts', { data: [{ ...ana, ...extra }] })).toMatchObject({
      ok: true,
      data: [{ ...ana, fields: undefined, doNotContact: undefined }],
    });
  });

  it.each([
    ['\u202eVIP\u2066', 'VIP'],
    ['\u202e ', `Segment ${id}`],
  ])('and a title without bidi controls: %j', async (title, shown) => {
    const answer = await told('listSegments', { data: [{ ...vip, title }] });
    expect(answer).toMatchObject({ ok: true, data: [{ title: shown }] });
  });

  it('never make a page of contacts unreadable', async () => {
    const meta = { total: 0, page: 1, pageSize: 20, totalPages: 0 };
    const extra = { totalIsExact: null, nextCursor: 2, previousCursor: false };
    expect(await told('listContacts', { data: [], meta: { ...meta, ...extra } })).toMatchObject({
      ok: true,
      meta: { ...meta, totalIsExact: true, nextCursor: null, previousCursor: null },
    });
  });
});

describe('times', () => {
  const contact = (createdAt: string) => ({
    id: '5e900000-0000-4000-8000-000000000001',
    email: 'ana@example.com',
    contact: {},
    organizationId: '5e900000-0000-4000-8000-000000000002',
    createdAt,
    updatedAt: createdAt,
  });

  it.each([
    ['2026-01-02T03:04:05Z', '03:04:05.000Z'],
    ['2026-01-02T03:04Z', '03:04:00.000Z'],
    ['2026-01-02t03:04:05.6789z', '03:04:05.678Z'],
    ['2026-01-02T03:04:05,5Z', '03:04:05.500Z'],
    ['2026-01-02T03:04:05', '03:04:05.000Z'],
    ['2026-01-02 03:04', '03:04:00.000Z'],
    ['2026-01-02T03:04:05+02:00', '01:04:05.000Z'],
    ['2026-01-02T03:04:05+0200', '01:04:05.000Z'],
    ['2026-01-02T03:04:05+02', '01:04:05.000Z'],
    ['2026-01-02 03:04:05.123456-02', '05:04:05.123Z'],
    ['2026-01-02 03:04:05+05:30', '21:34:05.000Z'],
    ['2026-01-02 03:04:05+00', '03:04:05.000Z'],
  ])('%s is %s', async (written, meant) => {
    const day = written.includes('+05:30') ? '2026-01-01' : '2026-01-02';
    expect(await told('getContact', { data: contact(written) })).toMatchObject({
      ok: true,
      data: { createdAt: `${day}T${meant}` },
    });
  });

  it('has no update before the creation', async () => {
    const [createdAt, updatedAt] = ['2026-01-02T03:04:05Z', '2026-01-02T03:04:04Z'];
    expect(await told('getContact', { data: { ...contact(createdAt), updatedAt } })).toMatchObject({
      data: { updatedAt: '2026-01-02T03:04:05.000Z' },
    });
  });

  it.each(['2026-01-02', '2026-01-02T25:00:00Z', '2026-01-02T03:04:05+99', 'yesterday', '03:04:05+02'])(
    '%s is none',
    async (written) => {
      expect(await told('getContact', { data: contact(written) })).toMatchObject({
        error: { message: expect.stringMatching(/createdAt/) as string },
      });
    },
  );
});
