import pg from 'pg';

const INDEXES = `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as text from pg_index
  where indrelid = 'contacts'::regclass and not indisprimary`;

/** Copies of the existing contacts with a number, and with names and company of random contacts. */
const COPIES = `create temp table copies on commit drop as
  with people as (select * from contacts where deleted_at is null),
  words as (select array_agg(distinct firstname) as firstnames, array_agg(distinct lastname) as lastnames,
    array_agg(distinct company) as companies from people)
  select c.id as from_id, uuid_of(c.created_at) as id, $1::int + row_number() over () as number,
    case when firstname is not null then firstnames[1 + floor(random() * cardinality(firstnames))] end as firstname,
    case when lastname is not null then lastnames[1 + floor(random() * cardinality(lastnames))] end as lastname,
    case when company is not null then companies[1 + floor(random() * cardinality(companies))] end as company
  from people c cross join words cross join generate_series(1, $2::int) limit $3`;
/** The phones differ widely, because contacts whose phones differ in one digit are likely duplicates. */
const CONTACTS = `insert into contacts
    (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at, segment_ids, assigned_at)
  select organization_id, n.id,
    case when email is not null then concat_ws('.', regexp_replace(fold(n.firstname), '[^a-z]', '', 'g'),
      regexp_replace(fold(n.lastname), '[^a-z]', '', 'g'), number) || '@' || split_part(email, '@', 2) end,
    case when phone is not null then '+4915' || lpad((number * 7654321987 % 10000000000)::text, 10, '0') end,
    n.firstname, n.lastname, jobtitle, n.company, created_at, updated_at, segment_ids, assigned_at
  from copies n join contacts c on c.id = n.from_id order by n.id`;
const COUNTS = `select add_to_counts(organization_id, array[counted], count) from (
  select organization_id, organization_id as counted, count(*) from copies n join contacts c on c.id = n.id group by 1
  union all
  select organization_id, s, count(*) from copies n join contacts c on c.id = n.id cross join unnest(segment_ids) s group by 1, 2) c`;

/** Multiplies the contacts of a database on a server up to `size`. Needs a superuser and exclusive use of the database. */
export async function multiply(connectionString, size) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select count(*)::int as count from contacts where deleted_at is null',
    );
    const [{ count }] = rows;
    if (count >= size) return;
    await client.query('begin');
    // Skips foreign keys, and speeds up large joins and indexes.
    await client.query(`set local session_replication_role = replica; set local synchronous_commit = off;
      set local maintenance_work_mem = '1GB'; set local work_mem = '512MB'`);
    const indexes = await client.query(INDEXES);
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query(COPIES, [count, Math.ceil(size / count), size - count]);
    for (const text of [CONTACTS, 'analyze copies', COUNTS]) await client.query(text);
    for (const { text } of indexes.rows) await client.query(text);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
