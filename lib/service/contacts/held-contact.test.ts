import { describe, expect, test } from 'vitest';
import { serverEngine } from '@/lib/database/testing';
import { TestApi } from '../testing/testing';

// The embedded database has one session: nobody else can hold a contact there.
describe.runIf(serverEngine)('a contact that somebody holds', () => {
  const api = new TestApi(serverEngine || { name: '', open: () => Promise.reject(new Error('No server.')) });

  test('is waited for by those who want it, and by nobody who came in with them', async () => {
    const organization = await api.organization();
    const { id, call } = organization;
    await organization.contact({ email: 'held@example.com' });
    const holder = await api.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from contacts where organization_id = $1 for update', [id]);
    let isHeld = true;
    const upsert = (email: string) =>
      call<{ email: string }>('POST', '/contacts', { email, company: 'Acme' });
    const waiting = upsert('held@example.com').then(({ status }) => ({ status, isHeld }));
    const others = Array.from({ length: 40 }, (_, n) => upsert(`other${n}@example.com`));
    const again = upsert('held@example.com').then(({ status }) => ({ status, isHeld }));
    // None of these would answer while it is held, if they waited for those.
    for (const { status } of await Promise.all(others)) expect(status).toBe(201);
    expect((await upsert('late@example.com')).status).toBe(201);
    isHeld = false;
    await holder.query('commit');
    holder.release();
    expect(await Promise.all([waiting, again])).toEqual([
      { status: 200, isHeld: false },
      { status: 200, isHeld: false },
    ]);
    const { rows } = await api.database.pool.query('show lock_timeout');
    expect(rows).toEqual([{ lock_timeout: '0' }]);
  });
});
