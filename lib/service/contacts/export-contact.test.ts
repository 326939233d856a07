import { describe, expect, test } from 'vitest';
import type { ContactData } from '@/lib/contract/contact-data';
import { engines } from '@/lib/database/testing';
import { TestApi } from '../testing/testing';

describe.each(engines)('the export of a contact on $name', (engine) => {
  const api = new TestApi(engine);

  test('has everything that is stored about it, from the trash, too', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.contact({ phone: '+4930901820' });
    await organization.referralCode({ code: 'WELCOME' });
    const { id } = await organization.contact({
      email: 'ana@b.example',
      segmentIds: [vip.id],
      referralCode: 'WELCOME',
    });
    const code = await organization.referralCode({ code: 'ANA', referrerId: id });
    await organization.contact({ email: 'ben@b.example', referralCode: 'ANA' });
    const rows =
      'email,phone,company\nana@b.example,,Acme\nana@b.example,+4930901820,\nben@b.example,,Globex\n';
    await organization.importFile(rows);
    for (let index = 0; index < 3; index++)
      await organization.call('PUT', `/contacts/${id}`, { jobtitle: `Job ${index}` });
    await organization.call('DELETE', `/segments/${vip.id}`);
    await organization.call('POST', `/trash/segments/${vip.id}/restore`, {});

    const { data } = await organization.call<ContactData>('GET', `/contacts/${id}/export`);
    expect(data).toMatchObject({
      contact: { id, email: 'ana@b.example', contact: { company: 'Acme', jobtitle: 'Job 2' } },
      deletedAt: null,
      segments: [{ id: vip.id, title: 'VIP' }],
      redemptions: [{ code: 'WELCOME' }],
      referrals: [{ referralCodeId: code.id, code: 'ANA', redemptionCount: 1 }],
      imports: [
        { name: 'a.csv', line: 2, values: { email: 'ana@b.example', company: 'Acme' } },
        { name: 'a.csv', line: 3, values: { email: 'ana@b.example', phone: '+4930901820' } },
      ],
    });
    const actions = data.activity.map(({ action }) => action);
    expect(actions).toEqual([
      'segment.restored',
      'segment.deleted',
      ...Array(4).fill('contact.updated'),
      'contact.created',
    ]);
    expect(JSON.stringify(data)).not.toContain('ben@b.example');
    await organization.call('DELETE', `/contacts/${id}`);
    const trashed = await organization.call<ContactData>('GET', `/contacts/${id}/export`);
    expect(trashed.data.deletedAt).not.toBeNull();
    await organization.call('DELETE', '/trash', { ids: [id] });
    expect((await organization.call('GET', `/contacts/${id}/export`)).status).toBe(404);
  });
});
