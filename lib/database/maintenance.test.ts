import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from './database';
import { maintainOne } from './maintenance';
import { embeddedEngine, engines, serverEngine } from './testing';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
let database: Database;
afterEach(() => database.close());

async function write(contacts: number): Promise<void> {
  await database.pool.query(
    `insert into contacts (organization_id, id, email, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), gen_random_uuid() || '@x.example', now(), now() from generate_series(1, $2::integer)`,
    [ORGANIZATION, contacts],
  );
}

/** Number of the table's pages that are not all-visible. */
async function pagesToLookAt(): Promise<number> {
  await database.pool.query('analyze contacts');
  const { rows } = await database.pool.query<{ pages: number }>(
    "select relpages - relallvisible as pages from pg_class where oid = 'contacts'::regclass",
  );
  return rows[0]?.pages ?? Number.NaN;
}

describe('the embedded database', () => {
  test('is vacuumed once after many inserts', async () => {
    database = await embeddedEngine.open();
    await write(900);
    expect(await maintainOne(database)).toBeNull();
    await write(200);
    expect(await pagesToLookAt()).toBeGreaterThan(10);
    expect(await maintainOne(database)).toBe('public.contacts');
    expect(await pagesToLookAt()).toBe(0);
    expect(await maintainOne(database)).toBeNull();
  });

  test('is vacuumed after many updates', async () => {
    database = await embeddedEngine.open();
    await write(1_500);
    expect(await maintainOne(database)).toBe('public.contacts');
    await database.pool.query('update contacts set deleted_at = now()');
    expect(await pagesToLookAt()).toBeGreaterThan(10);
    expect(await maintainOne(database)).toBe('public.contacts');
    expect(await pagesToLookAt()).toBe(0);
  });

  test('is not vacuumed while in use', async () => {
    database = await embeddedEngine.open();
    await write(1_500);
    const client = await database.pool.connect();
    expect(await maintainOne(database)).toBeNull();
    client.release();
    expect(await maintainOne(database)).toBe('public.contacts');
  });
});

test.skipIf(!serverEngine)(
  'a server, which vacuums itself, gets statistics of contacts at once',
  async () => {
    database = await (engines.at(-1) ?? embeddedEngine).open();
    await write(1_500);
    await expect.poll(() => maintainOne(database)).toBe('public.contacts');
    await expect.poll(() => maintainOne(database)).toBeNull();
  },
);
