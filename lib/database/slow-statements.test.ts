import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from './database';
import { logSlowStatements } from './slow-statements';
import { engines } from './testing';

describe.each(engines)('slow statements on $name', (engine) => {
  let database: Database;
  let logged: { statement: string; milliseconds: number }[];
  beforeEach(async () => {
    logged = [];
    database = await engine.open();
    const log = { warn: (fields: object) => void logged.push(fields as (typeof logged)[number]) };
    logSlowStatements(database.pool, { milliseconds: 300, log });
    // Those that are open already are not watched.
    for (const client of await Promise.all(
      Array.from({ length: database.pool.totalCount }, () => database.pool.connect()),
    ))
      client.release(true);
  });
  afterEach(() => database.close());

  test('are logged by their text or name, without values', async () => {
    await database.pool.query("select pg_sleep(0.4), 'Ana Silva', $1::text", ['ana@example.com']);
    await database.pool.query({ name: 'find_ana', text: 'select pg_sleep(0.4), $1::text', values: ['Ana'] });
    await database.pool.query('select 1');
    expect(logged).toEqual([
      { statement: "select pg_sleep(0.4), '…', $1::text", milliseconds: expect.any(Number) },
      { statement: 'find_ana', milliseconds: expect.any(Number) },
    ]);
  });

  test('those that wait for a slow one are not slow themselves, and errors stay errors', async () => {
    const client = await database.pool.connect();
    const all = [
      client.query('select pg_sleep(0.4)'),
      client.query('select 1 as one'),
      client.query('select no'),
    ];
    const [, one, failed] = await Promise.allSettled(all);
    client.release();
    expect(one).toMatchObject({ status: 'fulfilled', value: { rows: [{ one: 1 }] } });
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '42703' } });
    expect(logged.map(({ statement }) => statement)).toEqual(['select pg_sleep(0.4)']);
  });
});
