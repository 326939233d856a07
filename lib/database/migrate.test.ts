import { expect, test } from 'vitest';
import type { Database } from './database';
import { migrate, missingMigrations } from './migrate';
import { SQUASHED } from './squashed-migrations';
import { engines } from './testing';

const [schema, second, third] = ['schema', 'second', 'third'].map((hash) => ({ sql: '', hash }));
const migrations = [schema, second, third] as { sql: string; hash: string }[];
const last = SQUASHED.at(-1) as string;

test.each([
  ['a new database', [], [schema, second, third]],
  ['one that has everything', ['schema', 'second', 'third'], []],
  ['one that lacks a number in between', ['schema', 'third'], [second]],
  ['one at the last squashed migration', SQUASHED, [second, third]],
  ['one past it', [...SQUASHED, 'second'], [third]],
])('%s gets the migrations that it lacks', (_, applied, missing) => {
  expect(missingMigrations(migrations, new Set(applied))).toEqual(missing);
});

test.each([
  ['is too old', SQUASHED.slice(0, -1), /older version of Roster: start commit 86182ba on it once/],
  ['is newer', ['schema', 'second', 'third', 'fourth'], /another version of Roster and cannot be migrated/],
  ['is newer than the squashed ones', [...SQUASHED, 'other'], /another version of Roster/],
  ['has others than the squashed ones', [...SQUASHED.slice(1), 'other'], /another version of Roster/],
])('a database that %s is refused', (_, applied, sentence) => {
  expect(() => missingMigrations(migrations, new Set(applied))).toThrow(sentence);
});

/** Migrates a database once more after `change`, and says what it has recorded then. */
async function migrateAgain(database: Database, change: string, values: unknown[] = [], begin = 'begin') {
  const client = await database.pool.connect();
  try {
    await client.query(change, values);
    await client.query(begin);
    await migrate(client);
    return (await client.query<{ hash: string }>('select hash from migrations')).rows.map(({ hash }) => hash);
  } finally {
    await client.query('rollback');
    client.release();
    await database.close();
  }
}

const ADOPT = `with schema as (delete from migrations where id = (select min(id) from migrations))
  insert into migrations (hash, created_at) select unnest($1::text[]), 0`;

test.each(engines)('a start on the current schema does not change it on $name', async ({ open }) => {
  await migrateAgain(await open(), 'select', [], 'begin read only');
});

test.each(engines)('a database of the squashed migrations is adopted as it is on $name', async ({ open }) => {
  const recorded = await migrateAgain(await open(), ADOPT, [SQUASHED], 'begin read only');
  expect(recorded).toEqual(expect.arrayContaining([...SQUASHED]));
});

test.each(engines)('a database of too few of them is refused on $name', async ({ open }) => {
  const older = SQUASHED.filter((hash) => hash !== last);
  await expect(migrateAgain(await open(), ADOPT, [older])).rejects.toThrow(/start commit 86182ba on it once/);
});

test.each(engines)('a database of other migrations is refused on $name', async ({ open }) => {
  await expect(
    migrateAgain(
      await open(),
      "update migrations set hash = 'another' where id = (select min(id) from migrations)",
    ),
  ).rejects.toThrow(/another version of Roster and cannot be migrated/);
});

test.each(engines)(
  'one in use is upgraded only after what has to be done before, on $name',
  async ({ open }) => {
    const database = await open();
    const client = await database.pool.connect();
    const fail = async () => {
      throw new Error('No room for a backup');
    };
    await migrate(client, fail);
    await client.query('delete from migrations where id = (select max(id) from migrations)');
    // Otherwise it would fail because its tables are there.
    await expect(migrate(client, fail)).rejects.toThrow('No room for a backup');
    client.release();
    await database.close();
  },
);
