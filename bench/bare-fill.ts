import { openDatabase } from '@/lib/database/database';

/*
 * node dist/bare-fill.js CONTACTS DATA_DIR [DATABASE_URL]: puts contacts with two segments each into the tables of a
 * copy, 500 in a transaction, without looking at what is there: the least that a first fill costs the database. Prints
 * the milliseconds that took.
 */
const [, , count = '', dataDir = '', databaseUrl] = process.argv;
const database = await openDatabase({ url: databaseUrl, dataDir });
const { pool } = database;
const {
  rows: [organization],
} = await pool.query<{ id: string }>(
  "insert into organizations (id, name, created_at) values (gen_random_uuid(), 'Bare', now()) returning id",
);
await pool.query(
  `insert into segments (organization_id, id, title, color, created_at)
   select $1, gen_random_uuid(), 'Segment ' || n, '#2563eb', now() from generate_series(1, 20) n`,
  [organization?.id],
);
const TOGETHER = 500;
const start = performance.now();
for (let first = 0; first < Number(count); first += TOGETHER)
  await pool.query({
    name: 'bare_fill',
    text: `with made as (
        insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
        select $1, gen_random_uuid(), 'person' || n || '@example.com', '+1202' || lpad(n::text, 10, '0'), 'First' || n % 997,
          'Last' || n % 9973, 'Engineer', 'Company ' || n % 1009, now(), now()
        from generate_series($2::integer, $2 + ${TOGETHER - 1}) n returning id),
      assigned as (
        insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
        select $1, made.id, s.id, now() from made, (select id from segments where organization_id = $1 limit 2) s)
      insert into mirror_contacts (organization_id, contact_id, seen_at) select $1, id, now() from made`,
    values: [organization?.id, first],
  });
console.log(`${Math.round(performance.now() - start)} milliseconds`);
await database.close();
