import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedViewInput } from '@/lib/contract/saved-view';
import type { Database } from '@/lib/database/database';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import { engines } from '@/lib/database/testing';
import type { StaffService } from '../create-staff';
import { type Browser, dataOf, openStaff, signedIn } from '../testing';

describe.each(engines)('saved views on $name', (engine) => {
  let database: Database;
  let staff: StaffService;
  let ana: Browser;
  let eve: Browser;
  let gil: Browser;
  const globex = '01990000-0000-7000-8000-000000000001';

  beforeAll(async () => {
    database = await engine.open();
    staff = openStaff(database);
    await ensureFirstOrganization(database);
    await database.pool.query(
      "insert into organizations (id, name, created_at) values ($1, 'Globex', now())",
      [globex],
    );
    ana = await signedIn(staff, 'Ana', 'editor');
    eve = await signedIn(staff, 'Eve', 'viewer');
    gil = await signedIn(staff, 'Gil', 'admin', globex);
  });
  afterAll(() => database.close());

  const query = 'sort=name';
  const save = async (browser: Browser, title: string, shared = false) =>
    staff.createView(await browser.me(), { title, query, shared });
  const seen = async (browser: Browser) => staff.savedViews(await browser.me());
  const titles = async (browser: Browser) => (await seen(browser)).map(({ title }) => title);
  const id = async (title: string) => (await seen(ana)).find((view) => view.title === title)?.id ?? '';

  it('are of a person or shared in the organization, personal ones first', async () => {
    dataOf(await save(ana, 'All', true));
    dataOf(await save(ana, 'zulu'));
    dataOf(await save(ana, 'Alpha'));
    dataOf(await save(eve, 'Mine'));
    expect(await titles(ana)).toEqual(['Alpha', 'zulu', 'All']);
    expect((await seen(eve)).map(({ title, shared }) => [title, shared])).toEqual([
      ['Mine', false],
      ['All', true],
    ]);
    expect(await titles(gil)).toEqual([]);
  });

  it('have titles that are unique for their owner, ignoring case', async () => {
    expect(await save(ana, 'ALPHA')).toMatchObject({ error: { path: 'title' } });
    expect(await save(ana, 'all', true)).toMatchObject({ error: { path: 'title' } });
    dataOf(await save(eve, 'Alpha'));
    expect(await staff.updateView(await ana.me(), await id('zulu'), { title: 'alpha' })).toMatchObject({
      error: { path: 'title' },
    });
    dataOf(await staff.updateView(await ana.me(), await id('zulu'), { title: 'Zulu' }));
  });

  it('are changed by their owner, and shared ones by editors of the organization', async () => {
    expect(await save(eve, 'For all', true)).toMatchObject({ error: { path: '' } });
    for (const [browser, title] of [
      [eve, 'All'],
      [eve, 'Zulu'],
      [gil, 'All'],
      [gil, 'Zulu'],
    ] as const) {
      const by = await browser.me();
      expect((await staff.updateView(by, await id(title), { title: 'Taken', query })).ok).toBe(false);
      expect((await staff.deleteView(by, await id(title))).ok).toBe(false);
    }
    expect(await titles(ana)).toEqual(['Alpha', 'Zulu', 'All']);
    const ben = await signedIn(staff, 'Ben', 'editor');
    const change = { title: 'Everybody', query: 'sort=-company' };
    dataOf(await staff.updateView(await ben.me(), await id('All'), change));
    expect((await seen(eve)).at(-1)).toMatchObject({ ...change, shared: true });
    dataOf(await staff.updateView(await ben.me(), await id('Everybody'), { title: 'All of them' }));
    expect((await seen(eve)).at(-1)).toMatchObject({ title: 'All of them', query: change.query });
    dataOf(await staff.deleteView(await ben.me(), await id('All of them')));
    expect(await titles(ana)).toEqual(['Alpha', 'Zulu']);
  });

  it('are at most 50 of a person, and go with them', async () => {
    for (let count = await titles(ana); count.length < 50; count = await titles(ana))
      dataOf(await save(ana, `View ${count.length}`));
    expect(await save(ana, 'One more')).toMatchObject({ error: { message: expect.stringContaining('50') } });
    dataOf(await save(ana, 'Shared', true));
    await database.pool.query('delete from staff_user where id = $1', [(await ana.me()).id]);
    expect(await titles(eve)).toEqual(['Alpha', 'Mine', 'Shared']);
    expect((await database.pool.query('select from saved_views')).rowCount).toBe(3);
  });
});

it('keeps a trimmed title and an encoded query', () => {
  const view = { title: ' Leads ', query: 'search=a+b&segment=x%2Cy', shared: false };
  expect(savedViewInput.parse(view).title).toBe('Leads');
  for (const wrong of [{ title: ' ' }, { title: 'a'.repeat(61) }, { query: '' }, { query: 'a=b#c' }])
    expect(savedViewInput.safeParse({ ...view, ...wrong }).success).toBe(false);
});
