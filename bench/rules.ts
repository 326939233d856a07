import { seed } from '@/lib/service/samples/sample-data';
import { api, caller, cpuClock, database, makeToken } from './database';

/*
 * Compares pages of 50 contacts, and single contacts, of an organization with 50 rules with those of one without, in turns, by CPU
 * time of the program and the database (Linux, same machine). Each contact is in few or in many of the rules. A first round
 * without rules shows how alike both organizations are.
 */
const TURNS = 60;
const CALLS = 25;
const RULES = 50;
/** Rules that nearly all contacts match, of the organization whose contacts are in many. */
const BROAD = 18;
const CONTACTS = 5_000;

const [without, few, many] = await Promise.all([0, 1, 2].map(() => makeToken()));
if (!without || !few || !many) throw new Error('No organization.');
for (const { id } of [without, few, many])
  await seed(database, id, { contacts: CONTACTS, segments: 20, referralCodes: 5 });
const cpuTime = await cpuClock();

await compare(0);
for (const [organization, broad] of [
  [few, 0],
  [many, BROAD],
] as const) {
  const call = await caller(organization.id);
  const { rows } = await database.pool.query<{ id: string; company: string; jobtitle: string }>(
    `select s.id, c.company, c.jobtitle from segments s cross join lateral (select * from contacts c
     where c.organization_id = $1 and num_nulls(c.company, c.jobtitle) = 0 and c.segment_ids @> array[s.id] limit 1) c
     where s.organization_id = $1`,
    [organization.id],
  );
  for (let n = 0; n < RULES; n++) {
    const { id, company, jobtitle } = rows[n % rows.length] as (typeof rows)[0];
    const narrow = [
      { company: [company], created: 'last-30-days' },
      { jobtitleContains: jobtitle.slice(0, 5), lacks: ['phone'] },
      { segmentId: [id], has: ['email'] },
      { segmentId: [id], segmentMatch: 'none', company: [company] },
      { search: jobtitle.split(' ')[0], updated: 'last-7-days' },
    ];
    const wide = [{ has: ['email'] }, { createdFrom: '2001-01-01T00:00:00Z' }, { doNotContact: 'false' }];
    const rule = n < broad ? wide[n % wide.length] : narrow[n % narrow.length];
    await call('POST', '/segments', { title: `Rule ${n}`, rule });
  }
}
await database.pool.query('vacuum analyze segments');
await compare(RULES);
await database.close();

async function compare(rules: number): Promise<void> {
  const table: Record<string, object> = {};
  for (const [name, path] of [
    ['the same page', () => '?pageSize=50'],
    ['another page each time', (n: number) => `?pageSize=50&page=${1 + (n % 100)}`],
    ['a contact', (n: number, ids: string[]) => `/${ids[n % ids.length]}`],
  ] as [string, (n: number, ids: string[]) => string][]) {
    const [base = [], ...others] = await measure(path);
    for (const [index, times] of others.entries()) {
      const [one, other] = [base, times].map(median) as [number, number];
      table[`${name}, in ${index ? 'many' : 'few'} of ${rules} rules`] = {
        'without (ms)': one.toFixed(3),
        'with (ms)': other.toFixed(3),
        'without / with': (one / other).toFixed(3),
      };
    }
  }
  console.table(table);
}

/** CPU time of a call in each turn, by organization. */
async function measure(path: (n: number, ids: string[]) => string): Promise<number[][]> {
  const times: number[][] = [[], [], []];
  const lists = [];
  for (const { token } of [without, few, many] as { token: string }[]) {
    const { data } = JSON.parse(await get(token, '?pageSize=100')) as { data: { id: string }[] };
    lists.push({ token, ids: data.map(({ id }) => id) });
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const order = [0, 1, 2].map((at) => (at + turn) % 3);
    for (const index of order) {
      const { token, ids } = lists[index] as (typeof lists)[0];
      const start = cpuTime();
      for (let n = 0; n < CALLS; n++) await get(token, path(turn * CALLS + n, ids));
      times[index]?.push((cpuTime() - start) / CALLS);
    }
  }
  return times.map((one) => one.slice(TURNS / 6));
}

async function get(token: string, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await api.fetch(new Request(`http://bench/v1/contacts${path}`, { headers }), {
    limited: false,
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer.text();
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
