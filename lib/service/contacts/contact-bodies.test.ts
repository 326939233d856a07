import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi } from '../testing/testing';

describe.each(engines)('all problems of a body at once, on $name', (engine) => {
  const api = new TestApi(engine);

  test.each(['POST /contacts', 'POST /contacts/preview'])(
    '%s: syntax, segments, code and conflict',
    async (operation) => {
      const { call } = await api.organization();
      await call('POST', '/contacts', { email: 'ana@example.com' });
      await call('POST', '/contacts', { phone: '+4930901820' });
      const [method, path] = operation.split(' ') as [string, string];
      const answer = await call(method, path, {
        email: 'ana@example.com',
        phone: '+4930901820',
        firstName: 'Ana',
        company: 1,
        segmentIds: [MISSING_ID],
        referralCode: 'NONE',
      });
      expect([answer.status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.error.details).toContainEqual({
        path: 'segmentIds.0',
        message: 'There is no such segment.',
      });
      expect(pathsOf(answer).sort()).toEqual([
        'company',
        'email',
        'firstName',
        'phone',
        'referralCode',
        'segmentIds.0',
      ]);
    },
  );

  test('PUT /contacts/{id}: syntax, segments and conflict', async () => {
    const organization = await api.organization();
    await organization.contact({ email: 'ben@example.com' });
    const { id } = await organization.contact({ email: 'ana@example.com' });
    const answer = await organization.call('PUT', `/contacts/${id}`, {
      email: 'ben@example.com',
      phone: '+1 202 555 01234',
      firstName: 'Ana',
      contact: { firstname: 'Ana' },
      segmentIds: [MISSING_ID, MISSING_ID],
      referralCode: 'WELCOME',
    });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).sort()).toEqual([
      'contact',
      'email',
      'firstName',
      'phone',
      'referralCode',
      'segmentIds.0',
      'segmentIds.1',
    ]);
  });

  test('at most 100 segments', async () => {
    const organization = await api.organization();
    const { id } = await organization.segment('VIP');
    const body = (count: number) => ({ email: 'ana@example.com', segmentIds: Array(count).fill(id) });
    expect((await organization.contact(body(100))).segments).toHaveLength(1);
    expect(pathsOf(await organization.call('POST', '/contacts', body(101)))).toEqual(['segmentIds']);
  });

  test('nothing is said of what cannot be judged', async () => {
    const { call } = await api.organization();
    for (const phone of ['+49 1', '+999 123456789', '+1 202 555 01234', '030 901820'])
      expect(pathsOf(await call('POST', '/contacts', { phone })), phone).toEqual(['phone']);
    for (const body of [[], 'text', null])
      expect(pathsOf(await call('POST', '/contacts', JSON.stringify(body)))).toEqual(['']);
    expect((await call('PUT', '/contacts/none', { email: 1 })).status).toBe(404);
    expect(
      pathsOf(await call('POST', '/contacts', { email: 'no', segmentIds: ['x', MISSING_ID] })).sort(),
    ).toEqual(['email', 'segmentIds.0']);
  });
});
