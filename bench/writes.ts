import { performance } from 'node:perf_hooks';
import { caller, database, seedFirst } from './database';

/*
 * Compares the write path of contacts with one INSERT … SELECT into the same tables, among seeded contacts, and measures a
 * batch in a new organization, which the database statistics do not include. Also upserts with own fields and without.
 */
const ROUNDS = 3;
const BATCH = 1_000;
const AT_ONCE = 32;
const CALLS = 4_000;
const OWN_FIELDS = 20;
const table: Record<string, { 'per second': number }> = {};
const organizationId = await seedFirst();
const crowded = await caller(organizationId);
let next = 0;

/** `count` contacts with numbers from `start`. */
const contacts = (start: number, count: number, company = 'Acme') =>
  Array.from({ length: count }, (_, index) => ({
    email: `bench.${start + index}@load.example`,
    phone: `+4915${200_000_000 + start + index}`,
    firstname: 'Ana',
    lastname: `Silva ${start + index}`,
    jobtitle: 'Account manager',
    company,
  }));
const fresh = (count: number) => contacts((next += count) - count, count);

for (let round = 0; round < ROUNDS; round++) {
  await measure('INSERT … SELECT of 1,000', 10 * BATCH, async () => {
    for (let n = 0; n < 10; n++) await insertSelect(fresh(BATCH));
  });
  const sent: object[][] = [];
  await measure('batch of 1,000 new', 10 * BATCH, async () => {
    for (let n = 0; n < 10; n++) {
      const batch = fresh(BATCH);
      sent.push(batch);
      await crowded('POST', '/contacts/batch', { contacts: batch });
    }
  });
  await measure('batch of 1,000 unchanged', 10 * BATCH, async () => {
    for (const batch of sent) await crowded('POST', '/contacts/batch', { contacts: batch });
  });
  const start = next;
  await measure('upsert of a new contact', CALLS, () =>
    concurrently(fresh(CALLS), (body) => crowded('POST', '/contacts', body)),
  );
  const ids: string[] = [];
  await measure('upsert of a known contact', CALLS, () =>
    concurrently(contacts(start, CALLS, 'Globex'), async (body) => {
      ids.push((await crowded('POST', '/contacts', body)).data.id);
    }),
  );
  await measure('PUT', CALLS, () =>
    concurrently(ids, (id) => crowded('PUT', `/contacts/${id}`, { company: `Umbra ${round}` })),
  );
  await measure('batch of 1,000 in a new organization', BATCH, async () => {
    const call = await caller();
    await call('POST', '/contacts/batch', { contacts: contacts(0, BATCH) });
  });
  for (const count of [0, OWN_FIELDS]) {
    const call = await caller();
    for (let n = 0; n < count; n++) await call('POST', '/fields', { label: `Field ${n}`, type: 'text' });
    const values = Array.from({ length: count }, (_, n) => [`field_${n}`, `Value ${n}`]);
    const bodies = (company: string) =>
      contacts(0, CALLS, company).map((body) => ({ ...body, fields: Object.fromEntries(values) }));
    await concurrently(bodies('Acme'), (body) => call('POST', '/contacts', body));
    await measure(`upsert of a known contact with ${count} own fields`, CALLS, () =>
      concurrently(bodies('Globex'), (body) => call('POST', '/contacts', body)),
    );
  }
}
console.table(table);
await database.close();

async function concurrently<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** Measures a rate and keeps the best of the rounds. */
async function measure(name: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  const rate = Math.round(count / ((performance.now() - start) / 1000));
  table[name] = { 'per second': Math.max(rate, table[name]?.['per second'] ?? 0) };
}

/** Inserts the same rows, counters and activity, without rules, token or lookups. */
async function insertSelect(rows: object[]): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
       select $1, gen_random_uuid(), email, phone, firstname, lastname, jobtitle, company, now(), now()
       from json_to_recordset($2::json) as g (email text, phone text, firstname text, lastname text, jobtitle text, company text)
       returning id, email),
     recorded as (
       insert into activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after)
       select $1, gen_random_uuid(), now(), 'contact.created', 'system', 'bench', id, json_build_object('email', email) from made)
     select add_to_counts($1, array[$1::uuid], (select count(*) from made))`,
    [organizationId, JSON.stringify(rows)],
  );
}
