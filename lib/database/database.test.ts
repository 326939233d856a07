import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from './database';
import { MIGRATION_LOCK, migrate } from './migrate';
import { serverEngine, type TestEngine } from './testing';
import { onServer } from './testing-nodes';

const server = process.env.TEST_DATABASE_URL as string;

/** Makes a database with these settings, which is deleted after `work`. */
async function withDatabase(settings: string, work: (url: string, name: string) => Promise<void>) {
  const name = `roster_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} ${settings}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await work(url.href, name);
  } finally {
    await onServer(server, `drop database ${name} with (force)`);
  }
}

test.skipIf(!server).each([
  ["encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", /locale .* cannot compare text/],
  ["encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'", /encoding LATIN1; create one with UTF8/],
  ["encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr-TR'", /locale .* cannot compare text/],
])('a database with %s is refused', async (settings, sentence) => {
  await withDatabase(`template template0 ${settings}`, async (url) => {
    await expect(openDatabase({ url, dataDir: '' })).rejects.toThrow(sentence);
  });
});

test.skipIf(!server).each([
  ['the database', '', (name: string) => `alter database ${name} set search_path = "$user"`],
  ['the URL', '?options=-c%20search_path=elsewhere', () => 'create schema elsewhere'],
  [
    'the database, with the extension elsewhere',
    '',
    (name: string) =>
      `create schema "Else"; create extension pg_trgm schema "Else"; alter database ${name} set search_path = ''`,
  ],
])('names resolve whatever search path %s has', async (_, options, preparing) => {
  await withDatabase('', async (url, name) => {
    await onServer(url, preparing(name));
    for (const _ of ['migrates', 'is at the current schema']) {
      const database = await openDatabase({ url: url + options, dataDir: '' });
      expect((await database.pool.query('select * from public.organizations')).rows).toEqual([]);
      expect((await database.pool.query("select 'ana' % 'anna' as alike from contacts")).rows).toEqual([]);
      await database.close();
    }
  });
});

test.skipIf(!server)('times and texts have one format, whatever the database’s settings', async () => {
  await withDatabase('template template0', async (url, name) => {
    await onServer(server, `alter database ${name} set datestyle = 'German'`);
    await onServer(server, `alter database ${name} set standard_conforming_strings = off`);
    const database = await openDatabase({ url, dataDir: '' });
    const { rows } = await database.pool.query(
      "select '2026-01-31T09:30:00.125Z'::timestamptz::text as time",
    );
    expect(rows).toEqual([{ time: '2026-01-31 09:30:00.125+00' }]);
    await database.close();
  });
});

test.skipIf(!serverEngine)(
  'a connection that the server terminates while in use affects nothing else',
  async () => {
    const database = await (serverEngine as TestEngine).open();
    const client = await database.pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await database.pool.query('select pg_terminate_backend($1::int)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/);
    client.release(true);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  },
);

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a read-only server, such as a standby, is refused in one sentence',
  async () => {
    await withDatabase('template template0', async (url, name) => {
      await onServer(server, `alter database ${name} set default_transaction_read_only = on`);
      await expect(openDatabase({ url, dataDir: '' })).rejects.toThrow(
        /^The database in DATABASE_URL is read-only, as a standby is: use the primary server/,
      );
    });
  },
);

test.skipIf(!serverEngine)(
  'waiting for the migrations of another instance has a longer timeout, and only that',
  async () => {
    const database = await (serverEngine as TestEngine).open();
    const [migrating, waiting] = [await database.pool.connect(), await database.pool.connect()];
    await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await waiting.query("set statement_timeout = '200ms'");
    const migrated = migrate(waiting).then(
      () => 'migrated',
      (cause: Error) => cause.message,
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    await migrating.query('select pg_advisory_unlock_all()');
    expect(await migrated).toBe('migrated');
    expect((await waiting.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '200ms' }]);
    for (const client of [migrating, waiting]) client.release();
    await database.close();
  },
);
