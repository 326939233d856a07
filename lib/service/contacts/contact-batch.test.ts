import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { BatchPreview, batchReport } from '@/lib/contract/contact-batch';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

type Report = z.infer<typeof batchReport>;

describe.each(engines)('a batch of contacts, on $name', (engine) => {
  const api = new TestApi(engine);

  const send = (organization: TestOrganization, contacts: unknown[]) =>
    organization.call<Report>('POST', '/contacts/batch', { contacts });
  const previewBatch = (organization: TestOrganization, contacts: unknown[]) =>
    organization.call<BatchPreview[]>('POST', '/contacts/batch/preview', { contacts });

  /** One of each kind: of the contract or not, to be created, updated, left alone, in conflict, refused by a rule. */
  async function mixture(organization: TestOrganization) {
    await organization.contact({ email: 'ana@example.com', firstname: 'Ana' });
    await organization.contact({ phone: '+4930901820' });
    await organization.referralCode({ code: 'OFF', active: false });
    return [
      { email: 'new@example.com' },
      { email: ' ANA@example.com', company: 'Acme' },
      { email: 'ana@example.com', phone: '+49 30 901820' },
      { email: 'nobody', phone: '+1', firstName: 'Ana' },
      { phone: '+49 30 90 18 20', firstname: '' },
      { email: 'segment@example.com', segmentIds: [MISSING_ID] },
      { email: 'code@example.com', referralCode: 'off' },
      { company: 'Acme' },
      'ana@example.com',
    ];
  }

  test('each is judged by itself, and what is wrong is said where it stands', async () => {
    const organization = await api.organization();
    const { status, data } = await send(organization, await mixture(organization));
    expect(status).toBe(200);
    expect(data).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 6 });
    expect(
      data.results.map(({ outcome, code, errors }) => [outcome, code, errors.map(({ path }) => path)]),
    ).toEqual([
      ['created', null, []],
      ['updated', null, []],
      ['failed', 'CONFLICT', ['contacts.2.email', 'contacts.2.phone']],
      ['failed', 'VALIDATION_ERROR', ['contacts.3.email', 'contacts.3.phone', 'contacts.3.firstName']],
      ['unchanged', null, []],
      ['failed', 'VALIDATION_ERROR', ['contacts.5.segmentIds.0']],
      ['failed', 'VALIDATION_ERROR', ['contacts.6.referralCode']],
      ['failed', 'VALIDATION_ERROR', ['contacts.7.email']],
      ['failed', 'VALIDATION_ERROR', ['contacts.8']],
    ]);
    expect(data.results[1]?.contact).toMatchObject({
      email: 'ana@example.com',
      contact: { firstname: 'Ana', company: 'Acme' },
    });
    expect((await organization.totals()).contacts).toBe(3);
  });

  test('a preview gives the preview of each, and writes nothing', async () => {
    const organization = await api.organization();
    const contacts = await mixture(organization);
    const before = await organization.call('GET', '/activity');
    const { data } = await previewBatch(organization, contacts);
    expect((await organization.call('GET', '/activity')).data).toEqual(before.data);
    expect(data).toHaveLength(contacts.length);
    for (const [index, contact] of contacts.entries()) {
      const alone = await organization.call('POST', '/contacts/preview', contact);
      const { preview, errors } = data[index] as BatchPreview;
      if (alone.status === 200) expect([preview, errors]).toEqual([alone.data, []]);
      else
        expect([preview, errors.map(({ path }) => path)]).toEqual([
          null,
          pathsOf(alone).map((path) => [`contacts.${index}`, path].filter(Boolean).join('.')),
        ]);
    }
    expect(data.map(({ preview }) => preview?.outcome)).toEqual([
      'create',
      'update',
      'conflict',
      undefined,
      'unchanged',
      undefined,
      'create',
      undefined,
      undefined,
    ]);
    expect(data[6]?.preview?.referralCode?.message).toMatch(/turned off/);
  });

  test('those that share an email or a phone are written in their order', async () => {
    const organization = await api.organization();
    const others = Array.from({ length: 40 }, (_, n) => ({ email: `other${n}@example.com` }));
    const { data } = await send(organization, [
      { phone: '+4930901820', company: 'First' },
      ...others,
      { email: 'a@example.com', phone: '+49 30 901820', company: 'Second' },
      { email: 'A@example.com', company: 'Third' },
      { phone: '+4930901820', company: 'Third' },
    ]);
    const outcomes = data.results.map(({ outcome }) => outcome);
    expect([outcomes[0], ...outcomes.slice(-3)]).toEqual(['created', 'updated', 'updated', 'unchanged']);
    expect(data.results.at(-1)?.contact).toMatchObject({
      id: data.results[0]?.contact?.id,
      email: 'a@example.com',
      contact: { company: 'Third' },
    });
    expect((await organization.totals()).contacts).toBe(41);
  });

  test('takes 1 to 1,000; the same again changes nothing, also where two send it at once', async () => {
    const organization = await api.organization();
    for (const contacts of [[], Array.from({ length: 1_001 }, () => ({ email: 'a@example.com' }))]) {
      const refused = await send(organization, contacts);
      expect([refused.status, pathsOf(refused)]).toEqual([400, ['contacts']]);
    }
    const contacts = Array.from({ length: 1_000 }, (_, n) => ({
      email: `p${n}@example.com`,
      firstname: 'Ana',
    }));
    const both = await Promise.all([send(organization, contacts), send(organization, contacts)]);
    expect(both.map(({ data }) => data.failed + data.updated)).toEqual([0, 0]);
    expect(both.reduce((sum, { data }) => sum + data.created, 0)).toBe(1_000);
    expect((await send(organization, contacts)).data).toMatchObject({ unchanged: 1_000 });
    expect((await organization.totals()).contacts).toBe(1_000);
  }, 60_000);
});
