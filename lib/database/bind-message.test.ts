import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from './database';
import { engines } from './testing';

describe.each(engines)('values of a statement on $name', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  test('arrive as they were given, short and long', async () => {
    const long = 'Zoë Łukasz 😀 "\\\' \n'.repeat(20_000);
    const values = ['', null, undefined, 'é😀', long, true, -7, new Date(0), ['a', null, '"b",\\c']];
    const { rows } = await database.pool.query({
      text: `select $1::text as a, $2::text as b, $3::text as c, $4::text as d, $5::text as e, $6::boolean as f,
        $7::integer as g, $8::timestamptz as h, $9::text[] as i`,
      values,
    });
    const [a, b, , ...rest] = values;
    expect(Object.values(rows[0])).toEqual([a, b, null, ...rest]);
  });

  test('may be bytes beside texts, in a named statement that is used again', async () => {
    for (const bytes of [Buffer.from([0, 255, 10]), Buffer.alloc(0), Buffer.alloc(100_000, 7)]) {
      const { rows } = await database.pool.query({
        name: 'bytes',
        text: 'select $1::text as text, $2::bytea as bytes',
        values: [`${bytes.length} ü`, bytes],
      });
      expect(rows).toEqual([{ text: `${bytes.length} ü`, bytes }]);
    }
  });

  test('that are refused leave the next statement alone', async () => {
    await expect(database.pool.query('select $1::integer', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await expect(database.pool.query('select $1::no_type', ['x'])).rejects.toMatchObject({ code: '42704' });
    expect((await database.pool.query('select $1::integer as n', [3])).rows).toEqual([{ n: 3 }]);
  });

  test('may be many', async () => {
    const values = Array.from({ length: 40_000 }, (_, n) => n);
    const { rows } = await database.pool.query(
      `select array[${values.map((n) => `$${n + 1}::integer`).join()}] as all`,
      values,
    );
    expect(rows).toEqual([{ all: values }]);
  });
});
