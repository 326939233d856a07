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
      phone: 'none',
      segmentIds: [MISSING_ID],
    });
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).sort()).toEqual(['email', 'phone', 'segmentIds.0']);
  });

  test('nothing is said of what cannot be judged', async () => {
    const { call } = await api.organization();
    for (const body of [[], 'text', null])
      expect(pathsOf(await call('POST', '/contacts', JSON.stringify(body)))).toEqual(['']);
    expect((await call('PUT', '/contacts/none', { email: 1 })).status).toBe(404);
    expect(
      pathsOf(await call('POST', '/contacts', { email: 'no', segmentIds: ['x', MISSING_ID] })).sort(),
    ).toEqual(['email', 'segmentIds.0']);
  });
});
