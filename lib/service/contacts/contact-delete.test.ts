import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);

describe.each(engines)('deleting contacts on $name', (engine) => {
  const api = new TestApi(engine);
  const three = async (organization: TestOrganization) => [
    await organization.contact({ email: 'a@b.example' }),
    await organization.contact({ email: 'b@b.example' }),
    await organization.contact({ phone: '+4930901820' }),
  ];

  describe('one', () => {
    test('answers with its last representation, and 404 a second time', async () => {
      const organization = await api.organization();
      const vip = await organization.segment('VIP');
      const contact = await organization.contact({
        email: 'a@b.example',
        firstname: 'Ana',
        segmentIds: [vip.id],
      });
      const { etag } = await organization.get(contact.id);
      const answer = await organization.call<Contact>('DELETE', `/contacts/${contact.id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: contact });
      expect(answer.headers.get('ETag')).toBe(etag);
      expect(answer.headers.get('Deletion-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(await organization.totals()).toEqual({ contacts: 0, segments: { VIP: 0 } });
      for (const id of [contact.id, MISSING_ID, 'x', '%00', `${contact.id}x`]) {
        const again = await organization.call('DELETE', `/contacts/${id}`);
        expect([again.status, again.body], id).toEqual([
          404,
          { error: { code: 'NOT_FOUND', message: 'There is no such contact.', details: [] } },
        ]);
      }
    });

    test('needs no body and no media type, and takes the id in capitals', async () => {
      const organization = await api.organization();
      const { id } = await organization.contact({ email: 'a@b.example' });
      const { status } = await organization.call('DELETE', `/contacts/${id.toUpperCase()}`, 'not JSON', {
        'Content-Type': 'text/plain',
      });
      expect(status).toBe(200);
    });
  });

  describe('many', () => {
    test('counts what was removed: unknown ids are passed over, duplicates count once', async () => {
      const organization = await api.organization();
      const [a, b, c] = (await three(organization)) as [Contact, Contact, Contact];
      await organization.call('DELETE', `/contacts/${c.id}`);
      const ids = [a.id, MISSING_ID, b.id.toUpperCase(), a.id, c.id, b.id];
      const { status, body, headers } = await organization.call('DELETE', '/contacts', { ids });
      expect(status).toBe(200);
      expect(body).toEqual({ data: { count: 2 } });
      expect(headers.get('Deletion-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect((await organization.call('DELETE', '/contacts', { ids })).data).toEqual({ count: 0 });
      expect((await organization.totals()).contacts).toBe(0);
    });

    test('refuses other bodies, and removes nothing', async () => {
      const organization = await api.organization();
      const ids = (await three(organization)).map(({ id }) => id);
      for (const [body, ...paths] of [
        [{ ids: ['x', ...ids, '', 7] }, 'ids.0', 'ids.4', 'ids.5'],
        ...[[], ids[0], undefined, null, [...ids, ...numbered(9_998)]].map((ids) => [{ ids }, 'ids']),
        [{ ids, force: true }, 'force'],
      ]) {
        const answer = await organization.call('DELETE', '/contacts', body);
        expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
      }
      expect((await organization.totals()).contacts).toBe(3);
    });

    test('takes 10,000', async () => {
      const organization = await api.organization();
      const contacts = await three(organization);
      const ids = [...numbered(9_997), ...contacts.map(({ id }) => id)];
      expect((await organization.call('DELETE', '/contacts', { ids })).data).toEqual({ count: 3 });
    });
  });

  test('makes them invisible everywhere, and their email and phone free', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const gone = await organization.contact({
      email: 'a@b.example',
      phone: '+4930901820',
      firstname: 'Ana',
      segmentIds: [vip.id],
    });
    await organization.call('DELETE', `/contacts/${gone.id}`);
    for (const [method, path, body] of [
      ['GET', `/contacts/${gone.id}`],
      ['GET', `/contacts/${gone.id}/redemptions`],
      ['PUT', `/contacts/${gone.id}`, { firstname: 'Anna' }],
      ['DELETE', `/contacts/${gone.id}`],
    ] as const)
      expect((await organization.call(method, path, body)).status, method).toBe(404);
    for (const query of ['', '?search=ana', `?segmentId=${vip.id}`, '?segmentId=none', '?sort=name']) {
      const { data, meta } = await organization.call<Contact[]>('GET', `/contacts${query}`);
      expect([data, meta.total], query).toEqual([[], 0]);
    }
    const referrer = await organization.call('POST', '/referral-codes', { code: 'A', referrerId: gone.id });
    expect(pathsOf(referrer)).toEqual(['referrerId']);
    const again = await organization.call<Contact>('POST', '/contacts', { email: 'a@b.example' });
    expect([again.status, again.data.id === gone.id, again.data.segments]).toEqual([201, false, []]);
    const other = await organization.contact({ email: 'c@b.example' });
    const taken = await organization.call('PUT', `/contacts/${other.id}`, { phone: '+4930901820' });
    expect(taken.status).toBe(200);
  });
});
