import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Contact, type ContactSort, contactSorts, type ListedContact } from '@/lib/contract/contact';
import { gatherStatistics } from '@/lib/database/statistics';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { fill } from '../testing/testing-bulk';

const LAST = '\u{10ffff}';
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');

/** What a contact is sorted by, as text that compares like the bytes of UTF-8; `null` if it is last in either direction. */
const keyOf: Record<ContactSort, (contact: ListedContact) => string | null> = {
  name: ({ contact: { firstname = '', lastname = '' } }) => fold(`${firstname} ${lastname}`.trim()) || LAST,
  email: ({ email }) => email ?? LAST,
  jobtitle: ({ contact: { jobtitle } }) => (jobtitle ? fold(jobtitle) : LAST),
  company: ({ contact: { company } }) => (company ? fold(company) : LAST),
  phone: ({ phone }) => phone,
  segments: ({ segments }) => String(segments.length),
  createdAt: () => '',
  updatedAt: ({ updatedAt }) => updatedAt,
  redemptions: ({ redemptions }) => redemptions?.at(-1)?.redeemedAt ?? null,
  lastNote: ({ lastNote }) => lastNote?.createdAt ?? null,
};

function sorted(contacts: ListedContact[], sort: string): string[] {
  const key = keyOf[sort.replace('-', '') as ContactSort];
  const missing = sort.startsWith('-') ? '' : LAST;
  const ordered = contacts
    .map((contact) => ({ id: contact.id, at: Buffer.from(`${key(contact) ?? missing}\0${contact.id}`) }))
    .sort((one, other) => Buffer.compare(one.at, other.at))
    .map(({ id }) => id);
  return sort.startsWith('-') ? ordered.reverse() : ordered;
}

const sorts = contactSorts.flatMap((sort) => [sort, `-${sort}`]);

const idsOf = ({ data }: { data: Contact[] }) => data.map(({ id }) => id);

describe.each(engines)('GET /contacts on $name', (engine) => {
  const api = new TestApi(engine);
  const list = ({ call }: TestOrganization, query = '') =>
    call<Contact[]>('GET', `/contacts${query && `?${query}`}`);

  /** Contacts with ties and blanks in everything, in none to three segments, of which one is deleted. */
  async function crowd(organization: TestOrganization, size: number) {
    const segments = [
      await organization.segment('A'),
      await organization.segment('B'),
      await organization.segment('C'),
    ];
    const deleted = await organization.segment('Deleted');
    await organization.referralCode({ code: 'SPRING' });
    const pick = <T>(values: T[], number: number) => values[number % values.length] as T;
    const contacts: Contact[] = [];
    for (let index = 0; index < size; index++) {
      const chosen = pick([[], [0], [1], [0, 1], []] as number[][], index * 7);
      contacts.push(
        await organization.contact({
          email: index % 5 === 4 ? null : `${pick(['ana', 'Élan', 'zoe'], index)}${index}@x.example`,
          phone: index % 5 === 4 ? `+49309018${20 + index}` : null,
          firstname: pick(['Ana', 'ana', 'Ánä', null, 'Zoë', '李', '😀'], index),
          lastname: pick(['Silva', null, 'Ÿ'], index),
          company: pick(['Acme', 'ACME', null, 'Ümlaut', 'zz'], index),
          jobtitle: pick(['Head of Sales', null, 'Élève', 'head'], index),
          segmentIds: [
            ...chosen.map((at) => segments[at]?.id as string),
            ...(index % 3 === 0 ? [deleted.id] : []),
          ],
          referralCode: index % 4 === 1 ? 'SPRING' : null,
        }),
      );
      for (let notes = index % 4; notes > 1; notes--)
        await organization.call('POST', `/contacts/${contacts.at(-1)?.id}/notes`, { text: 'Met.' });
    }
    await organization.call('DELETE', `/segments/${deleted.id}`);
    for (const [table, time] of [
      ['redemptions', 'redeemed_at'],
      ['notes', 'created_at'],
    ])
      await api.query(
        `update ${table} set ${time} = date_trunc('day', now()) where organization_id = $1
         and contact_id in (select id from contacts where firstname = 'Zoë')`,
        [organization.id],
      );
    await api.query(
      `update contacts set updated_at = date_trunc('day', now()) where organization_id = $1 and email < 'e'`,
      [organization.id],
    );
    const { data: all } = await list(organization, 'pageSize=100&include=redemptions&include=lastNote');
    return { segments: segments.map(({ id }) => id), all };
  }

  test('shows each contact exactly as it is shown alone, whatever is in it', async () => {
    const organization = await api.organization();
    const segments = [await organization.segment('A'), await organization.segment('B')];
    const texts = [
      '"',
      '\\',
      '\\"u0041',
      '\u2028',
      '</script>',
      '李 😀',
      "'",
      '%s',
      '{}',
      'Ÿ\u0301',
      '\u00a0x\u00a0y',
    ];
    for (const [index, text] of texts.entries())
      await organization.contact({
        email: `x${index}+'{}@x.example`,
        firstname: index % 4 === 3 ? null : text,
        lastname: index % 3 === 2 ? null : `${text}b`,
        jobtitle: index % 2 ? null : text,
        company: `a${text}`,
        segmentIds: segments.slice(0, index % 3).map(({ id }) => id),
      });
    await organization.contact({ phone: '+4930901820' });
    const { data } = await list(organization, 'pageSize=100');
    expect(data).toHaveLength(texts.length + 1);
    for (const contact of data) {
      const alone = await organization.call<Contact>('GET', `/contacts/${contact.id}`);
      expect(JSON.stringify(contact)).toBe(JSON.stringify(alone.data));
    }
  });

  test('gives contacts as they are, in places they keep, 20 a page', async () => {
    const organization = await api.organization();
    expect((await list(organization)).body).toEqual({
      data: [],
      meta: {
        total: 0,
        totalIsExact: true,
        page: 1,
        pageSize: 20,
        totalPages: 0,
        nextCursor: null,
        previousCursor: null,
      },
    });
    const ids: string[] = [];
    for (let index = 0; index < 22; index++)
      ids.push((await organization.contact({ email: `${index}@b.example` })).id);
    const first = await list(organization);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.data[0]).toEqual((await organization.call('GET', `/contacts/${ids[0]}`)).data);
    expect(first.meta).toMatchObject({
      total: 22,
      totalIsExact: true,
      page: 1,
      pageSize: 20,
      totalPages: 2,
      previousCursor: null,
    });
    // A change between two pages moves nothing from the one to the other.
    await organization.call('PUT', `/contacts/${ids.at(-1)}`, { firstname: 'Ana' });
    const second = await list(organization, 'page=2');
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(20));
    expect(second.meta).toMatchObject({ page: 2, nextCursor: null, previousCursor: expect.any(String) });
    expect(idsOf(await list(organization, 'page=2&pageSize=1'))).toEqual([ids[1]]);
    const third = await list(organization, 'page=3');
    expect([third.data, third.meta.total, third.meta.nextCursor]).toEqual([[], 22, null]);
    expect((await list(organization, 'page=10000000&pageSize=100')).data).toEqual([]);
  });

  test('walks every contact exactly once, forward, backward and by number, in any order and filter', async () => {
    const organization = await api.organization();
    const { all, segments } = await crowd(organization, 45);
    const query = fc.record({
      sort: fc.constantFrom(...sorts),
      pageSize: fc.integer({ min: 5, max: 46 }),
      segmentId: fc.uniqueArray(fc.constantFrom(...segments, 'none', MISSING_ID), { maxLength: 3 }),
      segmentMatch: fc.constantFrom('any' as const, 'none' as const),
      search: fc.constantFrom('', '', 'an', 'ANA', 'x.example', 'silva', 'zo', 'acme'),
      countLimit: fc.constantFrom('1', '10000'),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ sort, pageSize, segmentId, segmentMatch, search, countLimit }) => {
        const parameters = new URLSearchParams({ sort, pageSize: String(pageSize), countLimit });
        for (const id of segmentId) parameters.append('segmentId', id);
        if (segmentMatch === 'none') parameters.set('segmentMatch', segmentMatch);
        if (search) parameters.set('search', search);
        const wanted = sorted(
          all.filter((contact) => matches(contact, { segmentId, segmentMatch, search })),
          sort,
        );
        const total = wanted.length;

        const pages = [await list(organization, `${parameters}`)];
        while (pages.at(-1)?.meta.nextCursor)
          pages.push(await list(organization, `${parameters}&cursor=${pages.at(-1)?.meta.nextCursor}`));
        expect(pages.flatMap(idsOf)).toEqual(wanted);
        for (const { meta } of pages)
          expect(meta).toMatchObject({ total, totalIsExact: true, totalPages: Math.ceil(total / pageSize) });

        const back = [];
        for (let cursor = pages.at(-1)?.meta.previousCursor; cursor; ) {
          const page = await list(organization, `${parameters}&cursor=${cursor}`);
          back.unshift(...idsOf(page));
          cursor = page.meta.previousCursor;
        }
        expect(back).toEqual(wanted.slice(0, Math.max(0, (pages.length - 1) * pageSize)));

        const last = await list(organization, `${parameters}&cursor=last`);
        expect(idsOf(last)).toEqual(wanted.slice(-pageSize));
        expect(last.meta).toMatchObject({ total, nextCursor: null });
        const { previousCursor } = last.meta;
        expect(Boolean(previousCursor)).toBe(total > pageSize);
        if (previousCursor)
          expect(idsOf(await list(organization, `${parameters}&cursor=${previousCursor}`))).toEqual(
            wanted.slice(0, -pageSize).slice(-pageSize),
          );

        const number = Math.ceil(pages.length / 2);
        expect(idsOf(await list(organization, `${parameters}&page=${number}`))).toEqual(
          wanted.slice((number - 1) * pageSize, number * pageSize),
        );
      }),
      { numRuns: 60, seed: 2026 },
    );
  }, 60_000);

  interface Filter {
    segmentId: string[];
    segmentMatch: 'any' | 'none';
    search: string;
  }

  function matches(contact: Contact, { segmentId, segmentMatch, search }: Filter): boolean {
    const { firstname = '', lastname = '', company = '' } = contact.contact;
    const text = fold(` ${firstname} ${lastname} ${contact.email ?? ''} ${contact.phone ?? ''} ${company}`);
    if (search && !text.includes(`${search.length < 3 ? ' ' : ''}${fold(search)}`)) return false;
    if (segmentId.length === 0) return true;
    const assigned = contact.segments.map((one) => one.segmentId);
    const isIn = segmentId.some((id) => (id === 'none' ? assigned.length === 0 : assigned.includes(id)));
    return isIn === (segmentMatch === 'any');
  }

  test('gives deep pages by number, in any order, as they are after each write', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1500);
    const { id: segmentId } = await organization.segment('All');
    await api.query(
      'update contacts set segment_ids = array[$2::uuid], assigned_at = array[created_at] where organization_id = $1',
      [organization.id, segmentId],
    );
    await api.query('select add_to_counts($1, array[$2]::uuid[], 1500)', [organization.id, segmentId]);
    await gatherStatistics(api.database.pool);
    const sort = 'sort=-createdAt&pageSize=20';
    const wanted = (number: number) => ids.toReversed().slice((number - 1) * 20, number * 20);
    const expectPages = async () => {
      for (const filter of ['', `&segmentId=${segmentId}`])
        for (const number of [55, 56, 58, 55, 75, 57, 99]) {
          const page = await list(organization, `${sort}${filter}&page=${number}`);
          expect(idsOf(page)).toEqual(wanted(number));
          expect(page.meta.total).toBe(ids.length);
          const { nextCursor, previousCursor } = page.meta;
          if (number !== 57) continue;
          expect(idsOf(await list(organization, `${sort}${filter}&cursor=${nextCursor}`))).toEqual(
            wanted(58),
          );
          expect(idsOf(await list(organization, `${sort}${filter}&cursor=${previousCursor}`))).toEqual(
            wanted(56),
          );
        }
    };
    await expectPages();
    await organization.call('DELETE', `/contacts/${ids[700]}`);
    ids.splice(700, 1);
    await expectPages();
    ids.push((await organization.contact({ phone: '+4930901820', segmentIds: [segmentId] })).id);
    await expectPages();
  }, 60_000);

  test('keeps a place in the list while contacts come and go', async () => {
    const organization = await api.organization();
    const ids = [];
    for (const name of ['a', 'b', 'c', 'd'])
      ids.push((await organization.contact({ email: `${name}@b.example` })).id);
    const first = await list(organization, 'sort=email&pageSize=2');
    await organization.call('DELETE', '/contacts', { ids: ids.slice(0, 2) });
    await organization.contact({ email: 'aa@b.example' });
    const second = await list(organization, `sort=email&pageSize=2&cursor=${first.meta.nextCursor}`);
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second.meta.total).toBe(3);
    const before = await list(organization, `sort=email&pageSize=2&cursor=${second.meta.previousCursor}`);
    expect(before.data.map(({ email }) => email)).toEqual(['aa@b.example']);
    expect(before.meta.previousCursor).toBeNull();
  });

  test('includes on request who added a contact, its codes and its latest note', async () => {
    const organization = await api.organization();
    const code = await organization.referralCode({ code: 'SPRING' });
    const ana = await organization.contact({ email: 'ana@x.example', referralCode: 'spring' });
    await organization.contact({ email: 'ben@x.example' });
    for (const text of ['First.', 'a'.repeat(300)])
      await organization.call('POST', `/contacts/${ana.id}/notes`, { text });
    await organization.call('PUT', `/contacts/${ana.id}`, { firstname: 'Ana' });
    const listed = await list(
      organization,
      'sort=email&include=addedBy&include=redemptions&include=lastNote',
    );
    const [first, second] = listed.data as ListedContact[];
    const token = { kind: 'token', id: expect.any(String), name: expect.any(String) };
    expect(first).toMatchObject({
      addedBy: token,
      redemptions: [{ referralCodeId: code.id, code: 'SPRING', redeemedAt: expect.stringMatching(/Z$/) }],
      lastNote: { text: 'a'.repeat(200), author: token, createdAt: expect.stringMatching(/Z$/) },
    });
    expect(second).toMatchObject({ addedBy: token, redemptions: [], lastNote: null });
    const [plain] = (await list(organization, 'sort=email')).data;
    expect(Object.keys(plain ?? {})).not.toContain('redemptions');
    // Activity is deleted after some time.
    await api.query('delete from activities where organization_id = $1', [organization.id]);
    const [later] = (await list(organization, 'sort=email&include=addedBy')).data as ListedContact[];
    expect(later?.addedBy).toBeNull();

    const reader = await organization.as(['contacts:read', 'segments:read']);
    expect((await reader('GET', '/contacts?include=redemptions')).status).toBe(200);
    for (const path of ['/contacts?include=addedBy', '/contacts.csv?columns=addedBy'])
      expect([path, (await reader('GET', path)).error.code]).toEqual([path, 'FORBIDDEN']);
    expect((await reader('POST', '/exports?columns=addedBy')).error.code).toBe('FORBIDDEN');
    expect((await list(organization, 'include=version')).status).toBe(400);
  });

  test('takes no cursor but its own', async () => {
    const organization = await api.organization();
    const other = await api.organization();
    for (const one of [organization, other])
      for (const name of ['a', 'b']) await one.contact({ email: `${name}@b.example` });
    const foreign = (await list(other, 'sort=-updatedAt&pageSize=1')).meta.nextCursor as string;
    const own = (await list(organization, 'sort=-updatedAt&pageSize=1')).meta.nextCursor as string;
    const parts = JSON.parse(Buffer.from(own, 'base64url').toString()) as string[];
    const forged = (at: number, value: unknown) =>
      Buffer.from(JSON.stringify(parts.with(at, value as string))).toString('base64url');
    for (const cursor of [
      'x',
      foreign,
      own.slice(0, -4),
      Buffer.from('{}').toString('base64url'),
      Buffer.from('[1,2]').toString('base64url'),
      forged(0, 'around'),
      forged(1, 'name'),
      forged(2, ''),
      forged(2, '2026-02-30T00:00:00.000Z'),
      forged(2, '2026-99-99T99:99:99.999Z'),
      forged(2, '0000-01-01T00:00:00.000Z'),
      forged(3, '-'.repeat(36)),
      forged(3, 1),
      forged(4, other.id),
    ]) {
      const answer = await list(organization, `sort=-updatedAt&pageSize=1&cursor=${cursor}`);
      expect([answer.status, pathsOf(answer)], cursor).toEqual([400, ['cursor']]);
      expect(answer.error.details[0]?.message).toBe('This cursor does not belong to this list.');
    }
    expect((await list(organization, `pageSize=1&sort=name&cursor=${own}`)).status).toBe(400);
    for (const [sort, key] of [
      ['segments', '1'],
      ['lastNote', '2026-01-01T00:00:00.000Z'],
    ] as const)
      for (const [given, status] of [
        [key, 200],
        ['x', 400],
      ]) {
        const cursor = Buffer.from(JSON.stringify(parts.with(1, sort).with(2, `${given}`))).toString(
          'base64url',
        );
        expect((await list(organization, `sort=${sort}&cursor=${cursor}`)).status, `${sort} ${given}`).toBe(
          status,
        );
      }
    expect(
      (await list(organization, `sort=-updatedAt&pageSize=1&cursor=${forged(2, '2026-01-01T00:00:00.000Z')}`))
        .status,
    ).toBe(200);
  });

  // biome-ignore format: a table
  const refused: [paths: string, ...queries: string[]][] = [
    ['page', 'page=0', 'page=-1', 'page=1e3', 'page=99999999', 'page=1&page=2'],
    ['pageSize', 'pageSize=0', 'pageSize=101'],
    ['countLimit', 'countLimit=0', 'countLimit=10001'],
    ['sort', 'sort=addedBy', 'sort='],
    ['segmentId.0', 'segmentId=all'],
    ['segmentId.1', `segmentId=${MISSING_ID}&segmentId=x`],
    ['segmentMatch', 'segmentMatch=some', 'segmentMatch=any&segmentMatch=none'],
    ['search', `search=${'x'.repeat(201)}`, 'search=a%0Ab', 'search=%00'],
    ['query', 'query=ana'],
    ['__proto__', '__proto__=a'],
    ['page pageSize sort foo', 'page=0&pageSize=0&sort=x&foo=1'],
  ];

  test('names the parameters that are wrong', async () => {
    const organization = await api.organization();
    for (const [paths, ...queries] of refused)
      for (const query of queries) {
        const answer = await list(organization, query);
        expect([query, answer.status, pathsOf(answer)]).toEqual([query, 400, paths.split(' ')]);
      }
  });

  test('lists those who redeemed a code, in lists, counts, exports and bulk changes', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { id: vip } = await organization.segment('VIP');
    await organization.referralCode({ code: 'Fair', segmentIds: [vip] });
    const emails = ['ana', 'ben', 'cleo', 'dora'].map((name) => `${name}@b.example`);
    for (const [index, email] of emails.entries())
      await organization.contact({ email, ...(index > 0 && { referralCode: 'fair' }) });
    const dora = await organization.contact({ email: emails[3] });
    await call('PUT', `/contacts/${dora.id}`, { segmentIds: [] });
    const other = await api.organization('Other');
    await other.referralCode({ code: 'FAIR' });
    await other.contact({ email: 'other@b.example', referralCode: 'FAIR' });

    const found = async (query: string) =>
      (await list(organization, `sort=email&${query}`)).data.map(({ email }) => email?.split('@')[0]);
    expect(await found('referralCode=FAIR')).toEqual(['ben', 'cleo', 'dora']);
    expect(await found('referralCode=none')).toEqual([]);
    expect(await found('referralCode=fair&search=cleo')).toEqual(['cleo']);
    expect(await found('referralCode=fair&search=ana@b.example')).toEqual([]);
    expect(await found('referralCode=fair&search=ben@b.example')).toEqual(['ben']);
    expect(await found(`referralCode=fair&segmentId=${vip.toUpperCase()}`)).toEqual(['ben', 'cleo']);
    expect(await found(`referralCode=fair&segmentId=none`)).toEqual(['dora']);
    expect(await found('referralCode=fair&segmentId=none&has=email')).toEqual(['dora']);
    expect(await found(`referralCode=fair&segmentId=none&segmentId=${vip}&has=email`)).toHaveLength(3);
    expect(await found(`referralCode=fair&segmentId=${vip}&segmentMatch=none`)).toEqual(['dora']);
    expect(pathsOf(await call('GET', '/contacts?referralCode='))).toEqual(['referralCode']);

    await call('DELETE', `/contacts/${dora.id}`);
    expect(await found('referralCode=fair')).toEqual(['ben', 'cleo']);
    const filter = { referralCode: 'fair' };
    const counts = await call<{ count: number }>('POST', '/contacts/segment-counts', { filter });
    expect(counts.data).toMatchObject({ total: 2 });
    const { text } = await call('GET', '/contacts.csv?columns=email&referralCode=FAIR');
    expect(text.trim().split(/\r?\n/)).toEqual(['Email', 'ben@b.example', 'cleo@b.example']);
    const change = { change: { type: 'delete' }, filter, expectedCount: 2 };
    expect((await call('POST', '/bulk-changes', change)).status).toBe(201);
    await api.jobs.runAll();
    expect(await found('')).toEqual(['ana']);
  });

  test('finds those who redeemed a code among the many that a scan meets', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 5_600);
    const { id } = await organization.referralCode({ code: 'MANY' });
    await api.query(
      `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
       select $1, unnest($2::uuid[]), $3, now()`,
      [organization.id, ids.slice(100), id],
    );
    const { data, meta } = await list(
      organization,
      'referralCode=many&sort=createdAt&pageSize=2&countLimit=10000',
    );
    expect(idsOf({ data })).toEqual(ids.slice(100, 102));
    expect(meta).toMatchObject({ totalIsExact: true, total: 5_500 });
    const { meta: least } = await list(organization, 'referralCode=many');
    expect(least).toMatchObject({ totalIsExact: false });
  });
});
