import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { plainName } from '@/lib/contract/text';
import type { Database } from './database';
import { engines, isCitus } from './testing';

const MIGRATION = new URL('./migrations/0021_plain_names.sql', import.meta.url);
const ORGANIZATION = '0198c0de-7a11-7000-8000-000000000001';

const stored = [
  'Plain',
  'VIP\u200b',
  'Ｌｅａｄ　２',
  'Two  spaces\u00a0',
  'ｶﾞｲﾄﾞ',
  '👩‍💻 Tech',
  'می‌خواهم',
  'Größe 3 m²',
  // Duplicates: the plain one, and the earliest of those that are not.
  'Twin',
  'Twin\u200b',
  'TWIN\u2060',
  'Odd\u200b',
  'Odd\ufeff',
];

let database: Database;
afterEach(() => database.close());

// Older than any database on Citus.
test.skipIf(isCitus).each(engines)(
  'stores titles and codes as they look, and leaves duplicates alone: $name',
  async (engine) => {
    database = await engine.open();
    const query = async (text: string, ...values: unknown[]) =>
      (await database.pool.query(text, values)).rows;
    await query("insert into organizations (id, name, created_at) values ($1, 'Acme', now())", ORGANIZATION);
    for (const [table, column, values] of [
      ['segments', 'title, color', "g.name, '#2563eb'"],
      ['referral_codes', 'code', 'g.name'],
    ])
      await query(
        `insert into ${table} (organization_id, id, ${column}, created_at)
       select $1, gen_random_uuid(), ${values}, now() + g.n * interval '1 second'
       from unnest($2::text[]) with ordinality g (name, n)`,
        ORGANIZATION,
        stored,
      );
    // It changes data only, so it can run again.
    const client = await database.pool.connect();
    try {
      await client.query(await readFile(MIGRATION, 'utf8'));
    } finally {
      client.release();
    }

    const kept = ['Twin\u200b', 'TWIN\u2060', 'Odd\ufeff'];
    const expected = stored.map((name) => (kept.includes(name) ? name : plainName(name)));
    const names = (column: string, table: string) =>
      query(`select ${column} as name from ${table} order by created_at`).then((rows) =>
        rows.map(({ name }) => name),
      );
    expect(await names('title', 'segments')).toEqual(expected);
    // A code has no use for joiners.
    expect(await names('code', 'referral_codes')).toEqual(
      expected.map((name) => name.replace(/[\u200c\u200d]/g, '')),
    );
  },
);
