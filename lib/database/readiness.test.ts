import { expect, test } from 'vitest';
import { createApi } from '@/lib/service/http/api';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { caller } from '@/lib/service/testing/testing';
import { ServiceWebhooks } from '@/lib/service/webhooks/service-webhooks';
import type { Database } from './database';
import { readiness } from './readiness';
import { TABLES } from './tables';
import { engines } from './testing';

const log = { error: () => {} };

/** Ends all sessions and makes new ones read-only like a standby's, or writable again. */
async function setReadOnly(database: Database, isReadOnly: boolean): Promise<void> {
  const state = isReadOnly ? 'read only' : 'read write';
  if (database.engine === 'embedded')
    return void (await database.pool.query(`set session characteristics as transaction ${state}`));
  const client = await database.pool.connect();
  await client.query('set session characteristics as transaction read write');
  const { rows } = await client.query('select current_database() as name');
  await client.query(`alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly}`);
  const idle = Array.from({ length: database.pool.idleCount }, () => database.pool.connect());
  for (const one of [client, ...(await Promise.all(idle))]) one.release(true);
}

test.each(engines)('ready means that all tables are writable, on $name', async (engine) => {
  const database = await engine.open();
  const { token } = await createOrganization(database, 'Ours');
  const api = createApi({
    database,
    log,
    version: 'test',
    webhooks: new ServiceWebhooks('of the tests', new Set(['localhost'])),
    trashDays: 30,
    jobs: { wake: () => {} },
  });
  const write = async () => {
    const title = `Segment ${Math.random()}`;
    const { status, headers, body } = await caller(api, token)('POST', '/segments', { title });
    return [status, headers.get('Retry-After'), (body as { error?: Error }).error?.message];
  };
  const works = async () => {
    expect(await readiness(database)).toBe('ready');
    expect(await write()).toEqual([201, null, undefined]);
  };
  await works();
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
  );
  expect(TABLES).toEqual(rows.map(({ name }) => name));

  await setReadOnly(database, true);
  expect(await readiness(database)).toBe('read-only database');
  expect(await write()).toEqual([503, '5', 'The database is read-only. Try again in a moment.']);
  await setReadOnly(database, false);
  await works();

  await database.pool.query('alter schema public rename to gone; create schema public');
  expect(await readiness(database)).toBe('without tables');
  expect(await write()).toEqual([503, '5', 'The database is without its tables. Try again in a moment.']);
  await database.pool.query('drop schema public; alter schema gone rename to public');
  await works();

  // One unwritable table is enough.
  await database.pool.query('alter table redemptions rename to gone');
  expect(await readiness(database)).toBe('without tables');
  await database.close();
  expect(await readiness(database)).toBe('without database');
});
