import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Client } from '@/lib/client/client';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime, type Runtime } from '@/lib/runtime';
import { type Caller, TestApi } from '@/lib/service/testing/testing';
import { createContact } from './contact-form-actions';

vi.mock('next/headers', () => ({ headers: async () => new Headers() }));

describe('a save', () => {
  const service = new TestApi(embeddedEngine);
  let api: Caller;

  beforeAll(async () => {
    const { token, call } = await service.organization('Acme');
    api = call;
    const fetch = (request: Request) => service.fetch(request);
    const client = () => new Client({ baseUrl: 'http://api.test/v1', token, fetch });
    const staff = { session: async () => ({ role: 'admin', organization: {} }) };
    provideRuntime({ client, staff, log: service.log } as unknown as Runtime);
  });

  const body = { email: 'ana@example.com' };
  beforeEach(async () => {
    expect((await api('POST', '/contacts/preview', body)).data).toMatchObject({ outcome: 'created' });
  });

  it('is refused at the code that was used up since the preview', async () => {
    await api('POST', '/referral-codes', { code: 'LAST', maxRedemptions: 1 });
    const withCode = { ...body, referralCode: 'LAST' };
    expect((await api('POST', '/contacts/preview', withCode)).data).toMatchObject({
      referralCode: { message: null },
    });
    await api('POST', '/contacts', { email: 'ben@example.com', referralCode: 'LAST' });
    expect(await createContact({ body: withCode, expected: null })).toMatchObject({
      error: { details: [{ path: 'referralCode', message: 'This referral code is used up.' }] },
    });
  });

  it('is refused at a segment that was deleted since it was chosen, and leaves no new one behind', async () => {
    const { data } = await api<{ id: string }>('POST', '/segments', { title: 'VIP' });
    await api('DELETE', `/segments/${data.id}`);
    const chosen = { body: { ...body, segmentIds: [data.id] }, newSegments: ['Champion'], expected: null };
    expect(await createContact(chosen)).toMatchObject({
      error: { details: [{ path: 'segmentIds.0', message: expect.any(String) as string }] },
    });
    expect((await api('GET', '/segments')).data).toEqual([]);
  });
});
