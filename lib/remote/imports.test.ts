import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { BoundCall } from '@/lib/call';
import type { ImportSettings } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import type { FakeService } from './fake-service';
import { Connected } from './testing';

describe.each(engines)('imports at a connected service, on $name', (engine) => {
  const connected = new Connected(engine);

  /** A service with two contacts, and the connection to it. */
  async function filled(lists: boolean) {
    const service = await connected.service({ lists });
    const to = await connected.to(service);
    if (lists) {
      service.add({ email: 'ana@x.org', firstname: 'Ana', company: 'Old' });
      service.add({ phone: '+4930901820', firstname: 'Ben' });
      await to.connection.check();
      await to.sync();
    } else {
      await to.call('upsertContact', {
        body: { email: 'ana@x.org', firstname: 'Ana', company: 'Old' },
      });
      await to.call('upsertContact', { body: { phone: '+4930901820', firstname: 'Ben' } });
      await to.call('listSegments', {});
    }
    return { service, ...to };
  }
  const read = async (call: BoundCall, id: string) => {
    const found = await call('getImport', { id });
    if (!found.ok) throw new Error(found.error.message);
    return found.data;
  };
  async function planned(
    { call, work }: { call: BoundCall; work(): Promise<void> },
    lines: string[],
    settings: Partial<ImportSettings> = {},
  ) {
    const upload = [Buffer.from(lines.join('\n'))];
    const made = await call('createImport', { query: { name: 'people.csv' }, upload });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    await call('updateImport', { id, body: { settings: { ...made.data.settings, ...settings } } });
    await call('planImport', { id });
    await work();
    return read(call, id);
  }
  const people = ({ contacts }: FakeService) =>
    [...contacts.values()]
      .map(({ email, phone, contact, segments }) => [email ?? phone, contact.company ?? '', segments.length])
      .sort();

  it.each([true, false])(
    'are planned on the replica, and run and undone at the service (list: %s)',
    async (lists) => {
      const { service, ...to } = await filled(lists);
      const before = people(service);
      const plan = await planned(to, [
        'Email,Phone,First name,Company,Segments',
        'ana@x.org,,Ana,New,VIP',
        ',+49 30 901820,Ben,,',
        'cleo@x.org,,Cleo,Acme,VIP',
        'dora@x.org,,Dora,,Unknown',
      ]);
      expect(plan).toMatchObject({
        state: 'planned',
        plan: { created: 2, updated: 1, unchanged: 1, leftOutReasons: { unknown: 1 }, newSegments: [] },
      });
      expect(people(service)).toEqual(before);

      await to.call('runImport', { id: plan.id });
      await to.work();
      expect(await read(to.call, plan.id)).toMatchObject({
        state: 'finished',
        run: { rows: 4, created: 2, updated: 1, unchanged: 1, rejected: 0 },
      });
      expect(people(service)).toEqual([
        ['+4930901820', '', 0],
        ['ana@x.org', 'New', 1],
        ['cleo@x.org', 'Acme', 1],
        ['dora@x.org', '', 0],
      ]);
      const activity = await to.call('listActivity', {});
      expect(activity.ok && activity.data[0]?.import).toMatchObject({ id: plan.id, name: 'people.csv' });

      await to.call('undoImport', { id: plan.id });
      await to.work();
      expect(await read(to.call, plan.id)).toMatchObject({ state: 'undone', run: { undone: 3, kept: 0 } });
      expect(people(service)).toEqual(before);
    },
  );

  it('keeps later changes on undo if the service can be asked', async () => {
    const { service, ...to } = await filled(true);
    const plan = await planned(to, ['Email,Company', 'ana@x.org,New', 'cleo@x.org,Acme']);
    await to.call('runImport', { id: plan.id });
    await to.work();
    const cleo = [...service.contacts.values()].find(({ email }) => email === 'cleo@x.org');
    if (cleo)
      Object.assign(cleo, {
        contact: { company: 'Edited' },
        updatedAt: new Date(Date.now() + 5_000).toISOString(),
      });
    await to.call('undoImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({
      state: 'partly-undone',
      run: { undone: 1, kept: 1 },
    });
    expect(await to.call('getImportUndoPlan', { id: plan.id })).toMatchObject({
      data: { keep: 1, kept: [{ contactId: cleo?.id, name: 'cleo@x.org', reason: 'edited' }] },
    });
    expect(people(service)).toContainEqual(['cleo@x.org', 'Edited', 0]);
    expect(people(service)).toContainEqual(['ana@x.org', 'Old', 0]);
    if (cleo)
      Object.assign(cleo, {
        contact: { company: 'Acme' },
        updatedAt: new Date(Date.now() + 6_000).toISOString(),
      });
    await to.call('undoImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({ state: 'undone', run: { undone: 2, kept: 0 } });
    expect(people(service).map(([email]) => email)).not.toContain('cleo@x.org');
  });

  it('reports rows that the service refused, and resumes after an outage', async () => {
    const { service, ...to } = await filled(false);
    const plan = await planned(to, ['Email,Company', 'cleo@x.org,Acme', 'dora@x.org,Acme', 'eve@x.org,Acme']);
    let refused = 0;
    service.fault = (request, response) => {
      if (request.method !== 'POST' || refused > 0) return false;
      refused++;
      response.writeHead(422).end('{"error":{"code":"NO","message":"Blocked domain."}}');
      return true;
    };
    await to.call('runImport', { id: plan.id });
    await to.work();
    const done = await read(to.call, plan.id);
    expect(done).toMatchObject({ state: 'finished', run: { created: 2, rejected: 1, changed: 1 } });
    const rows = await to.call('listImportRows', { id: plan.id, query: { outcome: 'rejected' } });
    expect(rows.ok && rows.data).toMatchObject([{ problems: [{ message: 'Blocked domain.' }] }]);
    const file = await to.call('downloadRejectedRows', { id: plan.id });
    expect(file.ok && (await text(file.data.body))).toMatch(/Acme,\d,Blocked domain\./);

    const second = await planned(to, ['Email', 'fay@x.org']);
    service.fault = (request, response) => {
      if (request.method !== 'POST') return false;
      response.writeHead(401).end('{"error":{"code":"X","message":"Expired."}}');
      return true;
    };
    await to.call('runImport', { id: second.id });
    await to.work();
    expect(await read(to.call, second.id)).toMatchObject({ state: 'failed', error: 'Expired.' });
    service.fault = null;
    await to.call('runImport', { id: second.id });
    await to.work();
    expect(await read(to.call, second.id)).toMatchObject({ state: 'finished', run: { created: 1 } });
  });

  it('pauses as long as the service asks for, and sends no row twice', async () => {
    const { service, ...to } = await filled(false);
    const lines = ['cleo', 'dora', 'eve', 'fay', 'gus', 'hal'].map((name) => `${name}@x.org,FRIEND`);
    const plan = await planned(to, ['Email,Referral code', ...lines]);
    let left = 2;
    service.fault = (request, response) => {
      if (request.method !== 'POST' || left-- > 0) return false;
      response
        .writeHead(429, { 'Retry-After': '40' })
        .end('{"error":{"code":"SLOW","message":"Slow down."}}');
      return true;
    };
    await to.call('runImport', { id: plan.id });
    for (const goOn of [3, 10]) {
      await to.work();
      expect(await read(to.call, plan.id)).toMatchObject({
        state: 'running',
        error: 'The service limits its requests. Continues in 40 seconds.',
      });
      left = goOn;
      await connected.database.pool.query(
        "update jobs set due_at = now() - interval '1 ms' where state = 'running'",
      );
    }
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({
      state: 'finished',
      error: null,
      run: { rows: 6, created: 6, changed: 0 },
    });
    expect(service.bodies.filter((body) => body.includes('FRIEND'))).toHaveLength(6);
  });

  it('undoes what a chunk had sent when it was cancelled', async () => {
    const { service, ...to } = await filled(true);
    const before = people(service);
    const plan = await planned(to, ['Email,Company', 'ana@x.org,New', 'cleo@x.org,Acme', 'dora@x.org,Acme']);
    service.fault = async () => {
      service.fault = null;
      await to.call('cancelImport', { id: plan.id });
      return false;
    };
    await to.call('runImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({ state: 'cancelled', run: { rows: 0 } });
    expect(people(service)).toContainEqual(['dora@x.org', 'Acme', 0]);
    await to.call('undoImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({ state: 'undone', run: { undone: 3, kept: 0 } });
    expect(people(service)).toEqual(before);
  });

  it('redeems no code a second time when an answer was lost, and says so', async () => {
    const { service, ...to } = await filled(false);
    const plan = await planned(to, ['Email,Referral code', 'cleo@x.org,FRIEND', 'dora@x.org,']);
    service.fault = (request, response) => {
      if (request.method !== 'POST') return false;
      response.destroy();
      return true;
    };
    await to.call('runImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({ state: 'failed' });
    service.fault = null;
    await to.call('runImport', { id: plan.id });
    await to.work();
    expect(await read(to.call, plan.id)).toMatchObject({
      state: 'finished',
      run: { rows: 2, created: 1, rejected: 1, changed: 1 },
    });
    const rows = await to.call('listImportRows', { id: plan.id, query: { outcome: 'rejected' } });
    expect(rows.ok && rows.data).toMatchObject([
      { line: 2, problems: [{ message: expect.stringMatching(/^No answer/) }] },
    ]);
    expect(service.bodies.filter((body) => body.includes('FRIEND'))).toEqual([]);
  });
});
