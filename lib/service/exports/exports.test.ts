import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { ContactExport } from '@/lib/contract/export';
import { engines } from '@/lib/database/testing';
import { purgeImports } from '../imports/purge-imports';
import { TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('exports on $name', (engine) => {
  const api = new TestApi(engine);

  const start = async (org: TestOrganization, query = '', headers: Record<string, string> = {}) =>
    (await org.call<ContactExport>('POST', `/exports${query}`, undefined, headers)).data;
  const get = (org: TestOrganization, id: string) => org.call<ContactExport>('GET', `/exports/${id}`);
  const download = (org: TestOrganization, path: string) =>
    api.fetch(
      new Request(`http://roster.test/v1${path}`, { headers: { Authorization: `Bearer ${org.token}` } }),
    );

  test('write the same file in the background as GET /contacts.csv', async () => {
    const org = await api.organization();
    const vip = await org.segment('VIP, first');
    await api.query(
      `insert into contacts (organization_id, id, email, firstname, created_at, updated_at)
       select $1, gen_random_uuid(), 'person' || n || '@x.org', 'Åsa 花子 ' || n, now(), now() from generate_series(1, 12500) n`,
      [org.id],
    );
    await org.contact({ email: 'ana@x.org', segmentIds: [vip.id] });
    const query = '?columns=email,firstname,segments&delimiter=%3B&bom=true';
    const made = await start(org, query);
    expect(made).toMatchObject({ state: 'running', contacts: 0, error: null });
    expect((await download(org, `/exports/${made.id}/file`)).status).toBe(409);
    await api.jobs.runAll();
    expect((await get(org, made.id)).data).toMatchObject({ state: 'finished', contacts: 12_501 });
    const file = await download(org, `/exports/${made.id}/file`);
    expect(file.headers.get('Content-Disposition')).toContain('.csv');
    const bytes = Buffer.from(await file.arrayBuffer());
    const streamed = Buffer.from(await (await download(org, `/contacts.csv${query}`)).arrayBuffer());
    expect(bytes.equals(streamed)).toBe(true);
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));

    const some = await start(org, `?segmentId=${vip.id}&columns=email`);
    await api.jobs.runAll();
    expect(await (await download(org, `/exports/${some.id}/file`)).text()).toBe('Email\r\nana@x.org\r\n');
    const code = await org.referralCode({ code: 'SPRING' });
    await api.query(
      `insert into redemptions select organization_id, id, $2, now() from contacts
       where organization_id = $1 and firstname is not null`,
      [org.id, code.id],
    );
    for (const [filter, lines] of [
      ['referralCode=spring', 12_501],
      ['referralCode=spring&search=person12', 613],
      [`referralCode=spring&segmentId=${vip.id}`, 1],
    ]) {
      const text = await (await download(org, `/contacts.csv?columns=email&${filter}`)).text();
      const emails = text.trim().split('\r\n');
      expect([filter, emails.length, new Set(emails).size]).toEqual([filter, lines, lines]);
    }
    const { data: listed } = await org.call<ContactExport[]>('GET', '/exports');
    expect(listed.map(({ id }) => id)).toEqual([some.id, made.id]);
  });

  test('are in the order of the list, with referral codes and the latest note', async () => {
    const org = await api.organization();
    await api.query(
      `insert into contacts (organization_id, id, email, firstname, phone, created_at, updated_at)
       select $1, gen_random_uuid(), 'p' || n || '@x.org', 'P' || (n * 7919 % 12501), '+4930' || 900000 + n * 7919 % 12501, now(), now()
       from generate_series(1, 12500) n`,
      [org.id],
    );
    await org.referralCode({ code: 'SPRING' });
    const ana = await org.contact({ email: 'ana@x.org', firstname: 'Ana', referralCode: 'SPRING' });
    await org.call('POST', `/contacts/${ana.id}/notes`, { text: '=Met at the fair.\nCall back.' });
    for (const sort of ['name', '-updatedAt']) {
      const query = `?sort=${sort}&columns=firstname,phone,referralCodes,addedBy,lastNote`;
      const made = await start(org, query);
      await api.jobs.runAll();
      expect((await get(org, made.id)).data).toMatchObject({ state: 'finished', contacts: 12_501 });
      const file = await (await download(org, `/exports/${made.id}/file`)).text();
      const streamed = await (await download(org, `/contacts.csv${query}`)).text();
      expect(file === streamed).toBe(true);
      const [header, ...lines] = file.split('\r\n');
      expect(header).toBe('First name,Phone,Referral codes,Added by,Last note');
      expect(file).toMatch(/\r\nAna,,SPRING,[^,]+,"'=Met at the fair.\nCall back."\r\n/);
      const names = lines.flatMap((line) => /^P\d+/.exec(line) ?? []);
      expect(new Set(names).size).toBe(12_500);
      if (sort === 'name') expect(names).toEqual(names.toSorted());
    }
    const ids = (await org.call<{ id: string }[]>('GET', '/contacts?sort=-name&pageSize=3')).data.map(
      ({ id }) => id,
    );
    const some = ids.toSorted().map((id) => `&ids=${id}`);
    const text = await (await download(org, `/contacts.csv?sort=-name&columns=id${some.join('')}`)).text();
    expect(text.trim().split('\r\n').slice(1)).toEqual(ids);
    expect(await (await download(org, '/contacts.csv?sort=name&search=nobody&columns=email')).text()).toBe(
      'Email\r\n',
    );
    const none = await start(org, '?sort=name&search=nobody&columns=email');
    await api.jobs.runAll();
    expect((await get(org, none.id)).data).toMatchObject({ state: 'finished', contacts: 0 });
  });

  test('have only contacts with an email for a mailing list, by filter and by ids', async () => {
    const org = await api.organization();
    const vip = await org.segment('VIP');
    const ids = [];
    for (const [email, phone] of [
      ['ana@x.org', null],
      [null, '+4930901820'],
      ['ben@x.org', '+4930901821'],
    ])
      ids.push((await org.contact({ email, phone, firstname: 'A', segmentIds: [vip.id] })).id);
    for (const which of [
      '',
      `&segmentId=${vip.id}`,
      '&search=a',
      ids.map((id) => `&ids=${id}`).join(''),
      '&created=today',
    ]) {
      const file = await download(org, `/contacts.csv?columns=email,firstname&withEmail=true${which}`);
      expect(await file.text()).toBe('Email,First name\r\nana@x.org,A\r\nben@x.org,A\r\n');
      const [entry] = (await org.call<Activity[]>('GET', '/activity?pageSize=1')).data;
      expect(entry?.after).toMatchObject({ count: 2 });
    }
    expect((await org.call('GET', '/contacts.csv?withEmail=false')).status).toBe(400);
  });

  test('and downloads leave an entry that says who took which list, and how much', async () => {
    const org = await api.organization();
    const vip = await org.segment('VIP');
    const ana = await org.contact({ email: 'ana@x.org', segmentIds: [vip.id] });
    await org.contact({ email: 'ben@x.org', company: 'Acme' });
    const taken = async () => {
      const { data } = await org.call<Activity[]>('GET', '/activity?pageSize=1');
      const [{ action, subjectId, after, actor } = {} as Activity] = data;
      expect(actor.kind).toBe('token');
      return { action, subjectId, ...after };
    };
    const contacts = { action: 'list.exported', subjectId: org.id, list: 'contacts', as: 'stream' };
    await download(org, '/contacts.csv');
    expect(await taken()).toEqual({ ...contacts, count: 2 });
    await download(org, `/contacts.csv?segmentId=${vip.id}&segmentMatch=none&columns=email`);
    const filter = { segmentId: [vip.id], segmentMatch: 'none' };
    expect(await taken()).toEqual({ ...contacts, count: 1, filter, columns: ['email'] });
    await download(org, `/contacts.csv?ids=${ana.id}`);
    expect(await taken()).toEqual({ ...contacts, count: 1, selected: true });
    // Erasing Ana must leave nothing of her here.
    await download(org, '/contacts.csv?search=ana%40x.org&delimiter=%3B');
    expect(await taken()).toEqual({ ...contacts, count: 1, filter: { search: '…' } });

    const { id } = await start(org, '?company=acme');
    const file = { ...contacts, subjectId: id, as: 'file', count: 1 };
    expect(await taken()).toEqual({ ...file, filter: { company: ['acme'] } });
    await api.jobs.runAll();
    await download(org, `/exports/${id}/file`);
    expect(await taken()).toEqual({ ...file, action: 'list.downloaded' });

    await download(org, '/activity.csv?action=list');
    expect(await taken()).toEqual({ ...contacts, list: 'activity', count: 6, filter: { action: 'list' } });
    await org.call('GET', `/contacts/${ana.id}/export`);
    expect(await taken()).toEqual({ action: 'contact.exported', subjectId: ana.id });
  });

  test('leave out who must not be contacted, and say how many, unless they are asked for', async () => {
    const org = await api.organization();
    const ids: string[] = [];
    for (const name of ['ana', 'ben', 'cleo']) ids.push((await org.contact({ email: `${name}@x.org` })).id);
    await org.call('POST', '/contacts/do-not-contact', { email: 'ben@x.org', reason: 'asked' });
    const csv = async (query: string) =>
      (await (await download(org, `/contacts.csv?columns=email${query}`)).text()).split('\r\n').slice(1, -1);
    const taken = async () => (await org.call<Activity[]>('GET', '/activity?pageSize=1')).data[0]?.after;
    const others = ['ana@x.org', 'cleo@x.org'];
    for (const which of ['', '&sort=email', '&withEmail=true', ids.map((id) => `&ids=${id}`).join('')]) {
      expect(await csv(which)).toEqual(others);
      expect(await taken()).toMatchObject({ count: 2, leftOut: 1 });
      expect(await csv(`${which}&includeDoNotContact=true`)).toHaveLength(3);
      expect(await taken()).toMatchObject({ count: 3, includesDoNotContact: 1 });
    }
    expect(await csv('&doNotContact=true')).toEqual(['ben@x.org']);
    expect(await csv('&search=ana')).toEqual(['ana@x.org']);
    expect(await taken()).not.toHaveProperty('leftOut');
    const made = await start(org, '?columns=email');
    expect(made.leftOut).toBe(1);
    expect(await start(org, '?includeDoNotContact=true')).not.toHaveProperty('leftOut');
    await api.jobs.runAll();
    expect((await get(org, made.id)).data).toMatchObject({ contacts: 2, leftOut: 1 });
    const counts = await org.call('POST', '/contacts/segment-counts', { ids, countDoNotContact: true });
    expect(counts.data).toMatchObject({ total: 3, doNotContact: 1 });
  });

  test('have a column for each own field, and none where there are none', async () => {
    const org = await api.organization();
    const csv = async (query = '') => (await download(org, `/contacts.csv${query}`)).text();
    const ana = await org.contact({ email: 'ana@x.org' });
    const fixed = 'Id,Email,Phone,First name,Last name,Job title,Company,Segments,Created,Updated';
    expect((await csv()).split('\r\n')[0]).toBe(fixed);
    const options = [{ label: 'Pro, yearly' }, { label: 'Free' }];
    const values = {
      'Größe, m': ['number', '-1.50'],
      Company: ['text', '=1+1'],
      Since: ['date', '2026-01-31'],
      VIP: ['boolean', true],
      Plan: ['choice', 'pro_yearly'],
      Topics: ['choices', ['free', 'pro_yearly']],
      Old: ['text', 'hidden'],
    };
    const fields: Record<string, unknown> = {};
    let last = '';
    for (const [label, [type, value]] of Object.entries(values)) {
      const body = { label, type, ...(String(type).startsWith('choice') && { options }) };
      const { data } = await org.call<{ id: string; key: string }>('POST', '/fields', body);
      fields[data.key] = value;
      last = data.id;
    }
    expect((await org.call('PATCH', `/contacts/${ana.id}`, { fields })).status).toBe(200);
    await org.call('PUT', `/fields/${last}`, { archived: true });
    const [header, row] = (await csv()).split('\r\n');
    expect(header).toBe(`${fixed},"Größe, m",Company (company),Since,VIP,Plan,Topics`);
    expect(row).toMatch(/,'-1\.50,'=1\+1,2026-01-31,true,"Pro, yearly","""Pro, yearly"", Free"$/);

    const some = '?columns=fields.plan,email';
    expect(await csv(some)).toBe('Plan,Email\r\n"Pro, yearly",ana@x.org\r\n');
    const made = await start(org, some);
    await api.jobs.runAll();
    expect(await (await download(org, `/exports/${made.id}/file`)).text()).toBe(await csv(some));
    for (const column of ['fields.old', 'fields.none', 'fields.']) {
      const refused = await org.call('GET', `/contacts.csv?columns=${column}`);
      expect([refused.status, refused.error.details[0]?.path]).toEqual([400, 'columns.0']);
    }
    const other = await api.organization();
    expect((await other.call('GET', `/contacts.csv${some}`)).status).toBe(400);
  });

  test('are created once per idempotency key, limited to 20, and deleted', async () => {
    const org = await api.organization();
    const key = { 'Idempotency-Key': 'nightly' };
    const first = await start(org, '?columns=email', key);
    expect((await start(org, '?columns=email', key)).id).toBe(first.id);
    expect((await org.call('POST', '/exports?columns=phone', undefined, key)).status).toBe(409);
    for (let more = 1; more < 20; more++) await start(org);
    expect((await org.call('POST', '/exports')).status).toBe(409);
    expect((await org.call('DELETE', `/exports/${first.id}`)).status).toBe(200);
    expect((await get(org, first.id)).status).toBe(404);
    await start(org);
    await api.jobs.runAll();
  });

  test('of others are deleted only by those who may change contacts', async () => {
    const org = await api.organization();
    const { id } = await start(org);
    const [reader, other] = [
      await org.as(['contacts:read', 'segments:read']),
      await org.as(['contacts:read', 'segments:read']),
    ];
    expect((await reader('DELETE', `/exports/${id}`)).error.code).toBe('FORBIDDEN');
    const own = (await reader<ContactExport>('POST', '/exports')).data.id;
    expect((await other('DELETE', `/exports/${own}`)).error.code).toBe('FORBIDDEN');
    expect((await reader('DELETE', `/exports/${own}`)).status).toBe(200);
    const editor = await org.as(['contacts:read', 'contacts:write', 'segments:read']);
    expect((await editor('DELETE', `/exports/${id}`)).status).toBe(200);
    await api.jobs.runAll();
  });

  test('expire after a day, and their files with the next purge', async () => {
    const org = await api.organization();
    await org.contact({ email: 'ana@x.org' });
    const { id } = await start(org);
    await api.jobs.runAll();
    const files = async () =>
      (await api.query('select from import_files where organization_id = $1', [org.id])).length;
    await purgeImports(api.database, 7);
    expect(await files()).toBe(1);
    const [old] = await api.query<{ id: string }>(
      `with old as (select uuid_of(now() - interval '25 hours') as id),
       file as (update import_files set import_id = old.id from old where import_id = $1)
       update jobs set id = old.id, created_at = now() - interval '25 hours' from old where jobs.id = $1 returning old.id`,
      [id],
    );
    expect((await download(org, `/exports/${old?.id}/file`)).status).toBe(404);
    await purgeImports(api.database, 7);
    expect(await files()).toBe(0);
    expect(await api.query('select from jobs where organization_id = $1', [org.id])).toEqual([]);
  });
});
