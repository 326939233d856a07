import { beforeAll, describe, expect, it } from 'vitest';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime, type Runtime } from '@/lib/runtime';
import { type Caller, TestApi } from '@/lib/service/testing/testing';
import { createContact, updateContact } from './contact-form-actions';

describe('a save', () => {
  const service = new TestApi(embeddedEngine);
  let api: Caller;
  let organizationId: string;

  beforeAll(async () => {
    const { id, token, call } = await service.organization('Acme');
    api = call;
    organizationId = id;
    const staff = { session: async () => ({ role: 'admin', organization: { id } }) };
    const callAs = () => service.callAs(token);
    provideRuntime({ callAs, staff, log: service.log } as unknown as Runtime);
  });

  const email = 'ana@example.com';
  const preview = async (body: object) => (await api('POST', '/contacts/preview', { email, ...body })).data;

  it('is refused at the code that was used up since the preview', async () => {
    await api('POST', '/referral-codes', { code: 'LAST', maxRedemptions: 1 });
    const referralCode = 'LAST';
    expect(await preview({ referralCode })).toMatchObject({ referralCode: { redeems: true, message: null } });
    await api('POST', '/contacts', { email: 'ben@example.com', referralCode });
    expect(
      await createContact({ body: { email, referralCode }, expected: null }, organizationId),
    ).toMatchObject({
      error: { details: [{ path: 'referralCode', message: 'This referral code is used up.' }] },
    });
  });

  it('is refused at a segment that was deleted since the preview, and leaves no new one behind', async () => {
    const { data } = await api<{ id: string }>('POST', '/segments', { title: 'VIP' });
    const segmentIds = [data.id];
    expect(await preview({ segmentIds })).toMatchObject({ outcome: 'create', segmentsAdded: segmentIds });
    await api('DELETE', `/segments/${data.id}`);
    const newSegments = ['Champion'];
    expect(
      await createContact({ body: { email, segmentIds }, newSegments, expected: null }, organizationId),
    ).toMatchObject({
      error: { details: [{ path: 'segmentIds.0', message: 'There is no such segment.' }] },
    });
    expect((await api('GET', '/segments')).data).toEqual([]);
  });

  it('names the contact that has an id', async () => {
    await api('POST', '/fields', { label: 'CRM id', type: 'id' });
    const fields = { crm_id: '0042' };
    const { data } = await api('POST', '/contacts', { email: 'cem@example.com', fields });
    const { data: dora } = await api<{ id: string }>('POST', '/contacts', { email: 'dora@example.com' });
    expect(
      await updateContact({ id: dora.id, etag: null, body: { fields }, newSegments: [] }, organizationId),
    ).toEqual({ ok: true, data: { kind: 'conflict', owners: { 'fields.crm_id': data } } });
  });

  it('asks about an unusual phone until it is confirmed', async () => {
    const phone = '+861112345678';
    const save = (unusualPhone?: string) => createContact({ body: { phone }, unusualPhone }, organizationId);
    expect(await save()).toMatchObject({ data: { kind: 'unusual', phone } });
    expect(await save('+861112345679')).toMatchObject({ data: { kind: 'unusual' } });
    expect((await api('GET', `/contacts?phone=${phone}`)).data).toEqual([]);
    expect(await save(phone)).toMatchObject({ data: { kind: 'created' } });
  });
});
