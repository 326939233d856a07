import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { contactSorts } from '@/lib/contract/contact';
import { collectFieldFilters } from '@/lib/contract/contact-filter';
import { caller, contactCount, cpuClock, database, seedFirst } from './database';

/*
 * Measures every filter of the console's pills, alone and beside a segment, another filter of segments, and a search: latency
 * of the first page in milliseconds, one warm request at a time, over all sort orders and several values. Also measures CPU
 * time of program and database (Linux, same machine), which other programs do not disturb, and sorts combinations by it.
 *
 * FILTERS="phone empty .* alone" measures combinations with a matching name, ORDERS=name,-email only these sort orders.
 * TIMES=file writes each time as JSON, SLOWER=150 prints only combinations with a slower 95th percentile.
 */
const { FILTERS = '', TIMES, SLOWER = '0', ORDERS } = process.env;
const ROUNDS = 2;
/** Requests that take fewer milliseconds are not repeated. */
const QUICK = 50;
/** Sort orders of the console. */
const sorts = ORDERS?.split(',') ?? contactSorts.flatMap((sort) => [`-${sort}`, sort]);

type Filter = Record<string, string | string[]>;
type Choices = Record<string, Filter[]>;

const IMPORT = '0198c0de-bec4-7000-8000-000000000001';
const organizationId = await seedFirst();
const call = await caller(organizationId);
await addRareThings();
const { data: segments } = await call<{ id: string; contactCount: number }[]>(
  'GET',
  '/segments?include=contactCount',
);
const bySize = [...segments].sort((a, b) => b.contactCount - a.contactCount);
const size = (rank: number) => bySize[rank]?.id ?? '';
const middle = Math.floor(bySize.length / 3);
const [largest, other, medium, small, tiny] = [0, 1, middle, bySize.length - 2, bySize.length - 1].map(
  size,
) as [string, string, string, string, string];
const people = await somePeople();
const words = people[0] as (typeof people)[0];
const days = (from: number, to: number) => ({
  From: new Date(Date.now() - from * 86_400_000).toISOString(),
  To: new Date(Date.now() - to * 86_400_000).toISOString(),
});
const span = (field: string, from: number, to: number): Filter => {
  const { From, To } = days(from, to);
  return { [`${field}From`]: From, [`${field}To`]: To };
};

/** Filters that are also saved as rules. */
const saved: Record<string, Filter> = {
  'company is': { company: [words.company] },
  'created in days': { created: 'last-30-days' },
  'email set': { has: ['email'] },
  'in none of one': { segmentId: [largest], segmentMatch: 'none' },
  'company contains, phone empty': { companyContains: words.company.slice(1, 5), lacks: ['phone'] },
  'number from': { 'fields.score.from': ['900'] },
};
const rules = await saveRules(saved);
saved['in a rule or a segment'] = { segmentId: [rules['company is'] as string, small] };
Object.assign(rules, await saveRules({ 'in a rule or a segment': saved['in a rule or a segment'] }));

const filters: Choices = {
  everything: [{}],
  'email empty': [{ lacks: 'email' }],
  'email set': [{ has: 'email' }],
  'phone empty': [{ lacks: 'phone' }],
  'phone set': [{ has: 'phone' }],
  'company empty': [{ lacks: 'company' }],
  'company set': [{ has: 'company' }],
  'company is': people.map(({ company }) => ({ company })),
  'company contains': [
    { companyContains: words.company.slice(1, 5) },
    { companyContains: words.company.slice(0, 2) },
    { companyContains: 'nowhere' },
  ],
  'job title empty': [{ lacks: 'jobtitle' }],
  'job title set': [{ has: 'jobtitle' }],
  'job title is': people.map(({ jobtitle }) => ({ jobtitle })),
  'job title contains': [
    { jobtitleContains: words.jobtitle.slice(-6) },
    { jobtitleContains: words.jobtitle.slice(0, 2) },
    { jobtitleContains: 'nowhere' },
  ],
  ...Object.fromEntries(
    ['created', 'updated'].flatMap((field) => [
      [
        `${field} in days`,
        ['today', 'last-7-days', 'last-30-days', 'this-month'].map((of) => ({ [field]: of })),
      ],
      [`${field} on a day`, [span(field, 200, 199)]],
      [`${field} in a year`, [span(field, 400, 35)]],
      [`${field} since`, [{ [`${field}From`]: days(500, 0).From }, { [`${field}From`]: days(60, 0).From }]],
      [`${field} until`, [{ [`${field}To`]: days(0, 30).To }, { [`${field}To`]: days(0, 700).To }]],
    ]),
  ),
  'referral code': [
    { referralCode: 'WELCOME' },
    { referralCode: 'FRIEND-001' },
    { referralCode: 'FRIEND-002' },
  ],
  'of an import': [{ importId: IMPORT }],
  'own choice is': [{ 'fields.plan': 'pro' }, { 'fields.plan': ['free', 'team'] }],
  'own number from': [{ 'fields.score.from': '500' }, { 'fields.score.from': '999' }],
  'own number from, to': [{ 'fields.score.from': '100', 'fields.score.to': '100.9' }],
  'own text contains': [
    { 'fields.remark.contains': 'trade fair 17' },
    { 'fields.remark.contains': 'nowhere' },
  ],
  'own text set': [{ has: 'fields.remark' }],
  'own text empty': [{ lacks: 'fields.remark' }],
  ...Object.fromEntries(
    Object.entries(saved).flatMap(([name, filter]) => [
      [`filter ${name}`, [filter]],
      [`rule ${name}`, [{ segmentId: rules[name] as string }]],
    ]),
  ),
  'company empty, phone empty': [{ lacks: ['company', 'phone'] }],
  'email set, job title empty': [{ has: 'email', lacks: 'jobtitle' }],
  'company is, job title is': people.map(({ company, jobtitle }) => ({ company, jobtitle })),
  'company is, created in days': people.map(({ company }) => ({ company, created: 'last-30-days' })),
  'phone empty, updated in days': [{ lacks: 'phone', updated: 'last-30-days' }],
};
const beside: Choices = {
  alone: [{}],
  'in a large segment': [{ segmentId: largest }],
  'in a medium segment': [{ segmentId: medium }],
  'in a small segment': [{ segmentId: small }],
  'in a tiny segment': [{ segmentId: tiny }],
  'in any of three': [{ segmentId: [other, medium, small] }],
  'in all of two': [{ segmentId: [largest, other], segmentMatch: 'all' }],
  'in none of one': [
    { segmentId: largest, segmentMatch: 'none' },
    { segmentId: tiny, segmentMatch: 'none' },
  ],
  'in none of three': [{ segmentId: [largest, other, medium], segmentMatch: 'none' }],
  'in no segment': [{ segmentId: 'none' }],
  'in one or no segment': [{ segmentId: ['none', small] }],
  'search 2 letters': people.map(({ firstname }) => ({ search: firstname.slice(0, 2) })),
  'search 3 letters': people.map(({ firstname }) => ({ search: firstname.slice(0, 3) })),
  'search a name': people.map(({ firstname }) => ({ search: firstname })),
  'search two names': people.map(({ firstname, lastname }) => ({ search: `${firstname} ${lastname}` })),
  'search a company': people.map(({ company }) => ({ search: company })),
  'search a domain': people.map(({ email }) => ({ search: email.split('@')[1] ?? '' })),
  'search nobody': [{ search: 'zqxqz' }],
  'search a name in a large segment': people.map(({ firstname }) => ({
    search: firstname,
    segmentId: largest,
  })),
  'search a name in a medium segment': people.map(({ firstname }) => ({
    search: firstname,
    segmentId: medium,
  })),
  'search a name in no segment': people.map(({ firstname }) => ({ search: firstname, segmentId: 'none' })),
};

/** Reads contacts from all parts of the list with a value in each field. */
async function somePeople() {
  const { rows } = await database.pool.query<
    Record<'email' | 'firstname' | 'lastname' | 'company' | 'jobtitle', string>
  >(
    `select email, firstname, lastname, company, jobtitle from contacts where organization_id = $1 and deleted_at is null
       and num_nulls(email, firstname, lastname, company, jobtitle) = 0 and hashtext(id::text) % 1000 = 0 order by id limit 7`,
    [organizationId],
  );
  return rows;
}

/** Saves filters as segments by rule, with their names as titles. Returns their ids by name. */
async function saveRules(filters: Record<string, Filter>): Promise<Record<string, string>> {
  const { data } = await call<{ id: string; title: string }[]>('GET', '/segments');
  const ids = new Map(data.map(({ id, title }) => [title, id]));
  const entries: [string, string][] = [];
  for (const [title, filter] of Object.entries(filters)) {
    const body = { title, rule: collectFieldFilters(filter) };
    entries.push([title, ids.get(title) ?? (await call('POST', '/segments', body)).data.id]);
  }
  return Object.fromEntries(entries);
}

/**
 * Adds data that the seed lacks: a tiny segment, an import, codes redeemed by many, some and few, and values of own fields in every
 * other contact. Repeating is safe.
 */
async function addRareThings(): Promise<void> {
  const query = (text: string, ...values: unknown[]) =>
    database.pool.query(text, [organizationId, ...values]);
  const made = await query(
    `insert into imports (organization_id, id, name, size, header_key, format, settings, columns, run_id, created_by, created_at, updated_at)
     values ($1, $2, 'bench.csv', 1, '', '{}', '{}', '{}', $2, '{}', now(), now()) on conflict do nothing`,
    IMPORT,
  );
  if (!made.rowCount) return;
  const some = (count: number, from = 0) =>
    `(select id, created_at from contacts where organization_id = $1 order by id offset ${from} limit ${count}) c`;
  await query(
    `insert into imported_contacts (organization_id, run_id, contact_id, chunk, version) select $1, $2, id, 0, 1 from ${some(20_000, contactCount / 2)}`,
    IMPORT,
  );
  await query(
    `insert into segments (organization_id, id, title, color, created_at) values ($1, $2, 'Tiny', '#000000', now())`,
    IMPORT,
  );
  await query(
    `update contacts c set segment_ids = c.segment_ids || $2::uuid, assigned_at = c.assigned_at || c.created_at
     where organization_id = $1 and id in (select id from ${some(200, contactCount / 3)})`,
    IMPORT,
  );
  await query('select add_to_counts($1, array[$2::uuid], 200)', IMPORT);
  for (const [code, count] of [
    ['WELCOME', contactCount / 3],
    ['FRIEND-001', 4_000],
    ['FRIEND-002', 300],
  ] as const)
    await query(
      `insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
       select $1, c.id, r.id, c.created_at from referral_codes r, ${some(Math.floor(count), 1_000)} where r.organization_id = $1 and r.code = $2`,
      code,
    );
  for (const field of [
    { label: 'Plan', type: 'choice', options: ['Free', 'Pro', 'Team'].map((label) => ({ label })) },
    { label: 'Score', type: 'number' },
    { label: 'Remark', type: 'text' },
  ])
    await call('POST', '/fields', field);
  await query(
    `update contacts c set fields = jsonb_build_object('plan', (array['free', 'free', 'free', 'team', 'pro'])[1 + abs(hashtext(id::text) % 5)],
       'score', to_char(abs(hashtext(id::text) % 100000) / 100.0, 'FM990.00'), 'remark', 'Met at trade fair ' || abs(hashtext(id::text) % 1000))
     where organization_id = $1 and hashtext(id::text) % 2 = 0`,
  );
  await database.pool.query(
    'vacuum analyze contacts, segments, redemptions, imported_contacts, contact_counts',
  );
}

interface Timed {
  name: string;
  sort: string;
  total: number;
  ms: number;
  cpu: number;
}
// The pool has opened all sessions that it needs by now.
const cpuTime = await cpuClock();
const timed: Timed[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    print();
    process.exit(1);
  });
for (const [filter, variants] of Object.entries(filters))
  for (const [companion, others] of Object.entries(beside)) {
    const name = `${filter} · ${companion}`;
    if (!new RegExp(FILTERS).test(name)) continue;
    for (const [index, sort] of sorts.entries())
      for (let round = 0; round < ROUNDS; round++) {
        const at = index * ROUNDS + round;
        const query = { ...others[at % others.length], ...variants[at % variants.length] };
        timed.push({ name, sort, ...(await time({ ...query, sort })) });
      }
    // The sidebar sends this request for each saved view.
    timed.push({ name, sort: 'count', ...(await time({ ...others[0], ...variants[0], pageSize: '1' })) });
  }
print();
if (TIMES) await writeFile(TIMES, JSON.stringify(timed));
await database.close();

function print(): void {
  const percentiles = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b);
    return [0.5, 0.95].map((share) => Number(sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(1))) as [
      number,
      number,
    ];
  };
  const rows = [...new Set(timed.map(({ name }) => name))].map((name) => {
    const times = timed.filter((one) => one.name === name);
    const [p50, p95] = percentiles(times.map(({ ms }) => ms));
    const [cpu50, cpu95] = percentiles(times.map(({ cpu }) => cpu));
    const slowest = times.reduce((a, b) => (b.cpu > a.cpu ? b : a));
    return { name, p50, p95, cpu50, cpu95, slowest: `${slowest.sort} of ${slowest.total}` };
  });
  rows.sort((a, b) => b.cpu95 - a.cpu95);
  const shown = rows.filter(({ cpu95 }) => cpu95 >= Number(SLOWER));
  console.table(Object.fromEntries(shown.map(({ name, ...row }) => [name, row])));
  const slow = (of: 'p95' | 'cpu95') => rows.filter((row) => row[of] > 150).length;
  console.log(
    `${rows.length} combinations, ${timed.length} requests; above 150 ms: ${slow('p95')}, of CPU ${slow('cpu95')}`,
  );
}

/** The better time of two requests, because the first one may fill caches for the second. */
async function time(filter: Filter): Promise<{ ms: number; cpu: number; total: number }> {
  const query = new URLSearchParams({ pageSize: '50' });
  for (const [key, values] of Object.entries(filter)) {
    query.delete(key);
    for (const value of [values].flat()) query.append(key, value);
  }
  let total = 0;
  const turns: { ms: number; cpu: number }[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const [start, cpu] = [performance.now(), cpuTime()];
    ({ total } = (await call('GET', `/contacts?${query}`)).meta);
    turns.push({ ms: performance.now() - start, cpu: cpuTime() - cpu });
    if ((turns[0]?.ms ?? 0) < QUICK) break;
  }
  const least = (of: 'ms' | 'cpu') => Math.min(...turns.map((turn) => turn[of]));
  return { ms: least('ms'), cpu: least('cpu'), total };
}
