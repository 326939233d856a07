import { describe, expect, test } from 'vitest';
import { restoreContacts } from '@/lib/contacts/trash';
import type { Activity } from '@/lib/contract/activity';
import { type Segment, segmentPalette } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi } from '../testing/testing';

describe.each(engines)('segments on $name', (engine) => {
  const api = new TestApi(engine);

  test('are listed with id, title and color, sorted by title regardless of case and accents', async () => {
    const organization = await api.organization();
    expect((await organization.call('GET', '/segments')).body).toEqual({ data: [] });
    for (const title of ['vip', 'Lead', 'Zulu', 'alpha', 'Ñandú', 'Ärger', 'Oslo'])
      await organization.segment(title);
    const { body, data } = await organization.call<Segment[]>('GET', '/segments');
    expect(data.map(({ title }) => title)).toEqual([
      'alpha',
      'Ärger',
      'Lead',
      'Ñandú',
      'Oslo',
      'vip',
      'Zulu',
    ]);
    expect(body).toEqual({
      data: data.map(({ id, title }) => ({ id, title, color: expect.stringMatching(/^#[0-9a-f]{6}$/) })),
    });
  });

  test('include their numbers of contacts on request', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
    const { data } = await organization.call('GET', '/segments?include=contactCount');
    expect(data).toEqual([{ ...vip, contactCount: 1, createdAt: expect.stringMatching(/\.\d{3}Z$/) }]);
    for (const query of ['include=all', 'include=', 'page=1', 'include=contactCount&include=contactCount']) {
      const answer = await organization.call('GET', `/segments?${query}`);
      expect([answer.status, pathsOf(answer)], query).toEqual([400, [query.split('=')[0]]]);
    }
  });

  test('are created: 201, Location, and a lowercase color or the next of the palette', async () => {
    const { call } = await api.organization();
    const { status, headers, body, data } = await call<Segment>('POST', '/segments', {
      title: ' VIP ',
      color: '#AbCdEf',
    });
    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`/v1/segments/${data.id}`);
    expect(body).toEqual({ data: { id: data.id, title: 'VIP', color: '#abcdef' } });
    const colors = [];
    for (let index = 1; index <= segmentPalette.length; index++)
      colors.push((await call<Segment>('POST', '/segments', { title: `Segment ${index}` })).data.color);
    expect(colors).toEqual([...segmentPalette.slice(1), segmentPalette[0]]);
  });

  test.each([
    [{}, ['title']],
    [{ title: ' ' }, ['title']],
    [{ title: null }, ['title']],
    [{ title: 'x'.repeat(101) }, ['title']],
    [{ title: 'a\u0007b', color: 'red' }, ['title', 'color']],
    [{ title: 'A', color: '#fff' }, ['color']],
    [{ title: 'A', color: '#12345g' }, ['color']],
    [{ title: 'A', color: null }, ['color']],
    [{ title: 'A', name: 'A' }, ['name']],
  ])('are not created from %j', async (body, paths) => {
    const { call } = await api.organization();
    const answer = await call('POST', '/segments', body);
    expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
    expect((await call('GET', '/segments')).data).toEqual([]);
  });

  test('are renamed and recolored, one or both', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const put = (body: unknown) => organization.call('PUT', `/segments/${vip.id}`, body);
    expect((await put({})).body).toEqual({ data: vip });
    expect((await put({ title: ' vip ' })).data).toEqual({ ...vip, title: 'vip' });
    expect((await put({ color: '#FF0000' })).data).toEqual({ ...vip, title: 'vip', color: '#ff0000' });
    expect((await put({ title: 'Top', color: '#00ff00' })).data).toEqual({
      ...vip,
      title: 'Top',
      color: '#00ff00',
    });
    expect(pathsOf(await put({ title: '', color: 'x', id: MISSING_ID }))).toEqual(['title', 'color', 'id']);
    const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${vip.id}`);
    expect(data.map(({ before, after }) => [before, after])).toEqual([
      [
        { title: 'vip', color: '#ff0000' },
        { title: 'Top', color: '#00ff00' },
      ],
      [{ color: vip.color }, { color: '#ff0000' }],
      [{ title: 'VIP' }, { title: 'vip' }],
      [null, { title: 'VIP', color: vip.color }],
    ]);
  });

  test('cannot have duplicates that differ by case: 409', async () => {
    const organization = await api.organization();
    const { id } = await organization.segment('Größe');
    const lead = await organization.segment('Lead');
    for (const [method, path] of [
      ['POST', '/segments'],
      ['PUT', `/segments/${lead.id}`],
    ] as const) {
      const { status, error } = await organization.call(method, path, { title: ' GRÖßE' });
      expect(status).toBe(409);
      const message = 'A segment with this name already exists: "Größe".';
      expect(error).toEqual({ code: 'CONFLICT', message, details: [{ path: 'title', message, id }] });
    }
    const other = await api.organization();
    expect((await other.segment('Größe')).title).toBe('Größe');
  });

  test.each([
    ['ΦΊΛΟΣ', 'φίλος'],
    ['İZMİR', 'i\u0307zmi\u0307r'],
    ['GROẞ', 'groß'],
    ['ǅungla', 'ǆungla'],
    ['E\u0301t\u00e9', 'été'],
    ['VIP', 'V\u200bIP\ufeff'],
    ['Two words', 'Ｔｗｏ\u00a0 words'],
  ])('%s and %s are duplicates', async (title, twin) => {
    const organization = await api.organization();
    await organization.segment(title);
    const { status } = await organization.call('POST', '/segments', { title: twin });
    expect(status).toBe(409);
  });

  test('are deleted without changing their contacts', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ana = await organization.contact({ email: 'a@b.example', segmentIds: [vip.id, lead.id] });
    const gone = await organization.contact({ email: 'b@b.example', segmentIds: [vip.id] });
    await organization.call('DELETE', `/contacts/${gone.id}`);
    const { status, body } = await organization.call('DELETE', `/segments/${vip.id}`);
    expect([status, body]).toEqual([200, { data: vip }]);
    expect(await organization.get(ana.id)).toMatchObject({
      ...ana,
      segments: ana.segments.filter(({ segmentId }) => segmentId === lead.id),
    });
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 1 } });
    await organization.call('POST', '/trash/restore', { ids: [gone.id] });
    expect(await organization.get(gone.id)).toMatchObject({ segments: [] });
    const again = await organization.segment('VIP');
    expect(again.id).not.toBe(vip.id);
    expect(await organization.totals()).toEqual({ contacts: 2, segments: { Lead: 1, VIP: 0 } });
  });

  // The embedded database has one session.
  test.skipIf(engine.name === 'PGlite')(
    'leave no counters once deleted, even while contacts are restored',
    async () => {
      const organization = await api.organization();
      // A new session first, because each session counts in its own rows.
      const other = await api.database.pool.connect();
      const vip = await organization.segment('VIP');
      const { id } = await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
      await organization.call('DELETE', `/contacts/${id}`);
      await other.query('begin');
      const context = {
        database: api.database,
        client: other,
        organizationId: organization.id,
        actor: { kind: 'system', id: null, name: 'Test' },
        requestId: null,
      } as const;
      expect(await restoreContacts(context, [id])).toBe(1);
      await organization.call('DELETE', `/segments/${vip.id}`);
      await other.query('commit');
      other.release();
      const { meta } = await organization.call('GET', `/contacts?segmentId=${vip.id}`);
      const counted = await organization.call('POST', '/contacts/segment-counts', { filter: {} });
      expect([meta.total, counted.data]).toMatchObject([0, { total: 1, segments: [] }]);
    },
  );
});
