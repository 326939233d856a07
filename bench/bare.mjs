import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

/*
 * The baseline: one table with the same unique keys and one prepared upsert per request, without rules, token, activity
 * or search. Arguments: port, and a connection string or `embedded:FOLDER`.
 */
const [port, location] = process.argv.slice(2);

const pool = new pg.Pool(await poolConfig());
await pool.query(`create table contacts (
  organization_id uuid not null, id uuid not null, email text not null, phone text, firstname text, lastname text,
  jobtitle text, company text, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (organization_id, id))`);
await pool.query('create unique index on contacts (organization_id, email)');
await pool.query('create unique index on contacts (organization_id, phone)');
await pool.query('create index on contacts (organization_id, updated_at, id)');

const upsert = `insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company)
  values ('00000000-0000-4000-8000-000000000001', $1, $2, $3, $4, $5, $6, $7)
  on conflict (organization_id, email) do update set phone = coalesce(excluded.phone, contacts.phone),
    firstname = coalesce(excluded.firstname, contacts.firstname), lastname = coalesce(excluded.lastname, contacts.lastname),
    jobtitle = coalesce(excluded.jobtitle, contacts.jobtitle), company = coalesce(excluded.company, contacts.company),
    updated_at = now()
  returning *`;

const app = new Hono();
app.post('/v1/contacts', async (context) => {
  const { email, phone, firstname, lastname, jobtitle, company } = await context.req.json();
  const values = [crypto.randomUUID(), email, phone, firstname, lastname, jobtitle, company];
  const { rows } = await pool.query({ name: 'upsert', text: upsert, values });
  return context.json({ data: rows[0] });
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () => console.log('ready'));

async function poolConfig() {
  if (!location.startsWith('embedded:')) return { connectionString: location, max: 10 };
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const engine = await PGlite.create({ dataDir: location.slice('embedded:'.length) });
  return { ...createPgConfig(engine), connection: createPgConfig(engine).connection, max: 1 };
}
