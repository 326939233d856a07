import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkLoad } from './bulk-load';
import type { Database } from './database';
import { engines } from './testing';

const TABLES = ['contacts', 'contact_segments'];
const insert = `insert into contacts (organization_id, id, email, created_at, updated_at)
  values ('00000000-0000-7000-8000-000000000001', gen_random_uuid(), $1, now(), now())`;

describe.each(engines)('a bulk load on $name', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  /** What decides and finds on the tables, in a form that is the same after it was made anew. */
  async function structure(): Promise<string[]> {
    const { rows } = await database.pool.query<{ definition: string }>(
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = any($1::regclass[])
       union all select conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where conrelid = any($1::regclass[])`,
      [TABLES],
    );
    return rows.map(({ definition }) => definition).sort();
  }
  const emails = async () => {
    const { rows } = await database.pool.query<{ email: string }>(
      'select email from contacts order by email',
    );
    return rows.map(({ email }) => email);
  };

  test('leaves every index and constraint as it was', async () => {
    const before = await structure();
    await bulkLoad(database, TABLES, async (client) => {
      await client.query(insert, ['one@x.example']);
    });
    expect(await structure()).toEqual(before);
    expect(before.length).toBeGreaterThan(15);
    expect(await emails()).toEqual(['one@x.example']);
  });

  test('that brings what must not be twice leaves everything as it was', async () => {
    const before = await structure();
    const twins = bulkLoad(database, TABLES, async (client) => {
      await client.query(insert, ['twin@x.example']);
      await client.query(insert, ['twin@x.example']);
    });
    await expect(twins).rejects.toMatchObject({ code: '23505', constraint: 'contacts_email' });
    expect(await structure()).toEqual(before);
    expect(await emails()).toEqual(['one@x.example']);
  });

  test('that points at nothing leaves everything as it was', async () => {
    const before = await structure();
    const lost = bulkLoad(database, TABLES, async (client) => {
      await client.query(insert, ['two@x.example']);
      await client.query(`insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
        select organization_id, id, gen_random_uuid(), now() from contacts`);
    });
    await expect(lost).rejects.toMatchObject({ code: '23503' });
    expect(await structure()).toEqual(before);
    expect(await emails()).toEqual(['one@x.example']);
  });
});
