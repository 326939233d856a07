import { describe, expect, test } from 'vitest';
import { type Activity, activityActions } from '@/lib/contract/activity';
import { ACTOR_HEADER, actorHeader } from '@/lib/contract/actor';
import { grantableScopes } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('activity on $name', (engine) => {
  const api = new TestApi(engine);
  const list = async ({ call }: TestOrganization, query = '') =>
    (await call<Activity[]>('GET', `/activity?pageSize=100${query}`)).data;
  const changes = (entries: Activity[]) =>
    entries.map(({ action, before, after }) => [action, before, after]);

  test('records who did what, when, in which request', async () => {
    const organization = await api.organization();
    const { data } = await organization.call<{ id: string; createdAt: string }>(
      'POST',
      '/contacts',
      { email: 'a@b.example', phone: '+4930901820', firstname: 'Ana' },
      { 'X-Request-Id': 'request-1' },
    );
    const { body } = await organization.call('GET', '/activity');
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          at: data.createdAt,
          action: 'contact.created',
          actor: { kind: 'token', id: await organization.tokenId('First token'), name: 'First token' },
          subjectId: data.id,
          subject: 'Ana',
          before: null,
          after: { email: 'a@b.example', phone: '+4930901820', firstname: 'Ana' },
          requestId: 'request-1',
          import: null,
        },
      ],
      meta: { pageSize: 20, nextCursor: null },
    });
    const { headers } = await organization.call('PUT', `/contacts/${data.id}`, { firstname: 'Anna' });
    expect((await list(organization))[0]?.requestId).toBe(headers.get('X-Request-Id'));
  });

  test('of a contact has the changed values, before and after', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const { id } = await organization.contact({
      email: 'a@b.example',
      company: 'Acme',
      segmentIds: [vip.id],
    });
    await organization.call('PUT', `/contacts/${id}`, { company: null, phone: '+4930901820' });
    await organization.contact({ phone: '+4930901820', firstname: 'Ana', segmentIds: [lead.id] });
    await organization.call('PUT', `/contacts/${id}`, { segmentIds: [lead.id] });
    await organization.call('DELETE', `/contacts/${id}`);
    await organization.call('POST', '/trash/restore', { ids: [id] });
    await organization.call('DELETE', '/contacts', { ids: [id] });
    const all = { email: 'a@b.example', phone: '+4930901820', firstname: 'Ana' };
    expect(changes(await list(organization, `&subjectId=${id}`)).reverse()).toEqual([
      ['contact.created', null, { email: 'a@b.example', company: 'Acme', segmentIds: [vip.id] }],
      ['contact.updated', { company: 'Acme' }, { phone: '+4930901820' }],
      ['contact.updated', { segmentIds: [vip.id] }, { firstname: 'Ana', segmentIds: [vip.id, lead.id] }],
      ['contact.updated', { segmentIds: [vip.id, lead.id] }, { segmentIds: [lead.id] }],
      ['contact.deleted', { ...all, segmentIds: [lead.id] }, null],
      ['contact.restored', null, all],
      ['contact.deleted', { ...all, segmentIds: [lead.id] }, null],
    ]);
  });

  test('includes segments and tokens; a failed write leaves none', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.call('DELETE', `/segments/${vip.id}`);
    const token = await organization.post('/tokens', { name: 'Shop', scopes: ['contacts:read'] });
    await organization.call('DELETE', `/tokens/${token}`);
    for (const [method, path, body] of [
      ['POST', '/contacts', { email: 'a@b.example', segmentIds: [vip.id] }],
      ['POST', '/contacts', { email: 'a@b.example', referralCode: 'NONE' }],
      ['PUT', `/contacts/${MISSING_ID}`, { firstname: 'Ana' }],
      ['DELETE', '/contacts', { ids: [MISSING_ID] }],
      ['DELETE', `/segments/${vip.id}`, undefined],
      ['POST', '/trash/restore', { ids: [MISSING_ID] }],
      ['DELETE', '/trash', { ids: [MISSING_ID] }],
    ] as const)
      await organization.call(method, path, body);
    const color = vip.color;
    expect(changes(await list(organization)).reverse()).toEqual([
      ['segment.created', null, { title: 'VIP', color }],
      ['segment.deleted', { title: 'VIP', color }, null],
      ['token.created', null, { name: 'Shop', scopes: ['contacts:read'] }],
      ['token.revoked', { name: 'Shop', scopes: ['contacts:read'] }, null],
    ]);
  });

  test('names the person only for the console’s own token', async () => {
    const organization = await api.organization();
    const act = await organization.console();
    const id = '0198c0de-7a11-7000-8000-0000000000a0';
    const ana = { kind: 'staff', id };
    const plain = await organization.as(grantableScopes, { name: 'Shop' });
    const actorFor = async (call: typeof act, header: string) => {
      await call('POST', '/segments', { title: crypto.randomUUID() }, { [ACTOR_HEADER]: header });
      return (await list(organization))[0]?.actor;
    };
    const header = actorHeader({ id, name: 'Ana Müller (ana@acme.example)' });
    const console = { kind: 'token', id: await organization.tokenId('Console'), name: 'Console' };
    expect(await actorFor(act, header)).toEqual({ ...ana, name: 'Ana Müller (ana@acme.example)' });
    const shop = { kind: 'token', id: await organization.tokenId('Shop'), name: 'Shop' };
    expect(await actorFor(plain, header)).toEqual(shop);
    for (const none of ['', 'Ana', '%E0%A4%A', id, `${id}x Ana`])
      expect(await actorFor(act, none)).toEqual(console);
    expect(await actorFor(act, `${id} %E0%A4%A`)).toEqual({ ...ana, name: 'unknown' });
    expect(await actorFor(act, actorHeader({ id, name: 'a\u0000\nb' }))).toEqual({ ...ana, name: 'ab' });
    expect(await actorFor(act, `${id} %00%20`)).toEqual({ ...ana, name: 'unknown' });
    const long = actorHeader({ id, name: `${'x'.repeat(299)}😀😀` });
    expect((await actorFor(act, long))?.name).toBe(`${'x'.repeat(299)}😀`);
  });

  test('has the kind and id of the actor of every kind of write', async () => {
    const organization = await api.organization();
    const call = await organization.console();
    const ana = { kind: 'staff', id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana <ana@acme.example>' };
    const act: typeof call = (method, path, body) =>
      call(method, path, body, { [ACTOR_HEADER]: actorHeader(ana) });
    const vip = (await act<{ id: string }>('POST', '/segments', { title: 'VIP' })).data.id;
    await act('PUT', `/segments/${vip}`, { title: 'VIPs' });
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await act<{ id: string }>('POST', '/contacts', { email: `${name}@b.example` })).data.id);
    const [a, b, c] = ids;
    await act('POST', '/contacts', { email: 'a@b.example', segmentIds: [vip] });
    await act('PUT', `/contacts/${a}`, { firstname: 'Ana' });
    const bulk = async (change: object, verb: string) => {
      const { id } = (await act<{ id: string }>('POST', '/bulk-changes', { change, ids })).data;
      await api.jobs.runAll();
      if (verb) await act('POST', `/bulk-changes/${id}/${verb}`);
      await api.jobs.runAll();
    };
    const note = await act<{ id: string }>('POST', `/contacts/${a}/notes`, { text: 'Called' });
    await act('DELETE', `/notes/${note.data.id}`);
    const merged = await act('POST', `/contacts/${a}/merge`, { from: b });
    await act('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`);
    await bulk({ type: 'segments', add: [vip], remove: [] }, 'undo');
    await bulk({ type: 'delete' }, 'undo');
    await act('DELETE', `/contacts/${a}`);
    await act('DELETE', '/contacts', { ids: [b] });
    await act('POST', '/trash/restore', { ids: [b] });
    await bulk({ type: 'delete' }, '');
    await act('DELETE', `/segments/${vip}`);
    for (const path of ['/trash', '/trash/segments', '/bulk-changes']) {
      const { data } = await organization.call<{ actor: unknown }[]>('GET', path);
      expect(data.length, path).toBeGreaterThan(0);
      for (const { actor } of data) expect(actor, path).toEqual(ana);
    }
    await act('POST', `/trash/segments/${vip}/restore`, {});
    await act('DELETE', '/trash', { ids: [c] });
    await act('GET', `/contacts/${a}/export`);
    await act('POST', '/exports');
    await api.jobs.runAll();
    const code = (await act<{ id: string }>('POST', '/referral-codes', { code: 'WELCOME' })).data.id;
    await act('PUT', `/referral-codes/${code}`, { label: 'Fair' });
    const token = { name: 'Shop', scopes: ['contacts:read'] };
    await act('DELETE', `/tokens/${(await act<{ id: string }>('POST', '/tokens', token)).data.id}`);
    const field = (await act<{ id: string }>('POST', '/fields', { label: 'Plan', type: 'text' })).data.id;
    await act('PUT', `/fields/${field}`, { archived: true });
    await act('DELETE', `/fields/${field}`);
    const webhook = (await act<{ id: string }>('POST', '/webhooks', { url: 'http://localhost:1/' })).data.id;
    await act('PUT', `/webhooks/${webhook}`, { state: 'paused' });
    await act('DELETE', `/webhooks/${webhook}`);
    const history = await list(organization);
    const done = activityActions.filter(
      (action) => !/^(person|organization|proposal)\.|^list.(downloaded|read)$|members-changed$/.test(action),
    );
    expect(new Set(history.map(({ action }) => action))).toEqual(new Set(done));
    for (const { actor, action } of history) expect(actor, action).toEqual(ana);
  });

  test('is listed latest first, with cursors, for one subject or all', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'a@b.example' });
    for (let index = 1; index <= 8; index++) {
      await organization.call('PUT', `/contacts/${id}`, { company: `Company ${index}` });
      if (index % 3 === 0) await organization.segment(`Segment ${index}`);
    }
    for (const subject of ['', `&subjectId=${id}`]) {
      const all = await list(organization, subject);
      expect(all).toHaveLength(subject ? 9 : 11);
      const walked: Activity[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `/activity?pageSize=4${subject}${cursor && `&cursor=${cursor}`}`;
        const page = await organization.call<Activity[]>('GET', query);
        walked.push(...page.data);
        cursor = page.meta.nextCursor;
      }
      expect(walked).toEqual(all);
    }
    expect(await list(organization, `&subjectId=${MISSING_ID}`)).toEqual([]);
  });

  test('is filtered by actor, action, import, subject and time', async () => {
    const organization = await api.organization();
    const act = await organization.console();
    const ana = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana <ana@acme.example>' };
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const { data: contact } = await act<{ id: string }>(
      'POST',
      '/contacts',
      { email: 'a@b.example', segmentIds: [vip.id] },
      { [ACTOR_HEADER]: actorHeader(ana) },
    );
    const { id: file } = await organization.importFile('email\nc@b.example\n');
    await organization.call('DELETE', `/segments/${lead.id}`);
    await organization.call('DELETE', `/segments/${vip.id}`);
    await organization.call('DELETE', `/contacts/${contact.id}`);
    const all = await list(organization);
    const found = async (query: string) =>
      (await list(organization, `&${query}`)).map(({ action, subject }) => `${action} ${subject}`);
    expect(await found(`actorId=${ana.id}`)).toEqual(['contact.created a@b.example']);
    expect(await found('actorKind=staff')).toEqual(['contact.created a@b.example']);
    expect(await found('actorKind=system')).toEqual([]);
    expect(await found(`importId=${file}`)).toEqual(['contact.created c@b.example']);
    expect(await found('action=contact.deleted')).toEqual(['contact.deleted a@b.example']);
    expect(await found('action=contact')).toHaveLength(3);
    const segments = [
      'segment.deleted VIP',
      'segment.deleted Lead',
      'segment.created Lead',
      'segment.created VIP',
    ];
    expect(await found('action=segment')).toEqual(segments);
    expect(await found('action=token')).toEqual([]);
    // It has lost one of the deleted segments.
    const timeline = ['contact.deleted a@b.example', 'segment.deleted VIP', 'contact.created a@b.example'];
    expect(await found(`subjectId=${contact.id}`)).toEqual(timeline);
    expect(await found(`subjectId=${contact.id}&action=segment`)).toEqual(['segment.deleted VIP']);
    const middle = all[3]?.at as string;
    const at = encodeURIComponent(middle);
    expect(await found(`from=${at}`)).toHaveLength(all.filter((entry) => entry.at >= middle).length);
    expect(await found(`to=${at}`)).toHaveLength(all.filter((entry) => entry.at < middle).length);
    expect(await found(`from=${at}&to=${at}`)).toEqual([]);
    expect(await found('to=0001-01-01T00:00:00Z')).toEqual([]);

    await organization.call('POST', `/trash/segments/${vip.id}/restore`, {});
    expect(await found(`subjectId=${contact.id}`)).toEqual(['segment.restored VIP', ...timeline]);
    const actors = await organization.call('GET', '/activity/actors');
    expect(actors.data).toEqual([
      { kind: 'staff', ...ana },
      { kind: 'token', id: await organization.tokenId('First token'), name: 'First token' },
    ]);
  });

  test('is exported as a file, filtered, without formulas', async () => {
    const organization = await api.organization();
    for (let index = 1; index <= 3; index++) await organization.segment(`=${index}+1`);
    await organization.contact({ email: 'a@b.example', firstname: 'Ana' });
    const { text, headers } = await organization.call('GET', '/activity.csv?action=segment');
    expect(headers.get('Content-Disposition')).toMatch(/activity%20\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toBe(
      'Time,Action,Subject,Subject ID,Actor,Actor kind,Actor ID,Import,Before,After,Request ID,ID',
    );
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual(
      [3, 2, 1].map((index) => ['segment.created', `'=${index}+1`]),
    );
    // More than one page.
    await api.query(
      `insert into activities (organization_id, id, at, action, actor_kind, actor_name, subject_id)
       select $1, uuid_of(now()), now(), 'segment.updated', 'system', 'Test', $1 from generate_series(1, 2500)`,
      [organization.id],
    );
    const all = await organization.call('GET', '/activity.csv');
    const ids = all.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').at(-1));
    expect([ids.length, new Set(ids).size]).toEqual([2506, 2506]);
  });

  test.each([
    'subjectId=x',
    'cursor=x',
    'pageSize=0',
    'page=1',
    'action=x',
    'from=today',
    'actorKind=import',
  ])('is not listed with %s', async (query) => {
    const answer = await (await api.organization()).call('GET', `/activity?${query}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [query.split('=')[0]]]);
  });
});
