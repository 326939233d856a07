import pg, { type PoolClient } from 'pg';
import { expect, test, vi } from 'vitest';
import {
  migrate,
  missingMigrations,
  readMigrations,
  recordedVersion,
  refuseOutdated,
  type Upgrade,
} from './migrate';
import { sqlStatements } from './sql-statements';
import { EARLIER, RELEASED } from './squashed-migrations';
import { engines, isCitus, serverEngine, type TestEngine } from './testing';

const [schema, second, third] = ['schema', 'second', 'third'].map((hash) => ({ sql: '', hash }));
const upgrade = { sql: '', hash: 'upgrade', down: '' };
const migrations = [upgrade, schema, second, third] as { sql: string; hash: string }[];

test.each([
  ['a new database', [], [schema, second, third]],
  ['one that has everything', ['schema', 'second', 'third'], []],
  ['one that lacks a number in between', ['schema', 'third'], [second]],
  ['one of the last release', RELEASED, [upgrade, second, third]],
  ['one that was upgraded from it', [...EARLIER, ...RELEASED, 'upgrade', 'second'], [third]],
])('%s gets the migrations that it lacks', (_, applied, missing) => {
  expect(missingMigrations(migrations, new Set(applied))).toEqual(missing);
});

test.each([
  [
    'is too old',
    [...EARLIER, ...RELEASED.slice(0, -1)],
    /older version of Roster: start commit 56a84d7 on it once/,
  ],
  ['is newer', ['schema', 'second', 'third', 'fourth'], /another version of Roster and cannot be migrated/],
  ['is newer than the last release', [...RELEASED, 'other'], /another version of Roster/],
])('a database that %s is refused', (_, applied, sentence) => {
  expect(() => missingMigrations(migrations, new Set(applied))).toThrow(sentence);
});

/** Records that the database is one of the last release. */
const pretendReleased = (client: PoolClient) =>
  client.query(
    `with newer as (delete from migrations) insert into migrations (hash, created_at) select unnest($1::text[]), 0`,
    [RELEASED],
  );

test.each(engines)('a start on the current schema does not change it on $name', async ({ open }) => {
  const database = await open();
  const client = await database.pool.connect();
  await client.query('begin read only');
  await migrate(client);
  await client.query('rollback');
  client.release();
  await database.close();
});

test.each(engines)('a database of other migrations is refused on $name', async ({ open }) => {
  const database = await open();
  const client = await database.pool.connect();
  await client.query("update migrations set hash = 'another'");
  await expect(migrate(client)).rejects.toThrow(/another version of Roster and cannot be migrated/);
  client.release();
  await database.close();
});

test.each(engines)(
  'one in use is upgraded only after what has to be done before, on $name',
  async ({ open }) => {
    const database = await open();
    const client = await database.pool.connect();
    const fail = async () => {
      throw new Error('No room for a backup');
    };
    await migrate(client, { before: fail });
    await pretendReleased(client);
    // Otherwise it would fail because its tables are there.
    await expect(migrate(client, { before: fail })).rejects.toThrow('No room for a backup');
    client.release();
    await database.close();
  },
);

test.each(engines)(
  'the version that ran last is recorded, and an upgrade told, on $name',
  async ({ open }) => {
    const database = await open();
    const client = await database.pool.connect();
    const done = vi.fn<NonNullable<Upgrade['done']>>();
    const recorded = async (version: string, migrations?: Parameters<typeof migrate>[2]) => {
      await migrate(client, { version, done }, migrations);
      return recordedVersion(client);
    };
    // As one of before the first version that is recorded.
    expect(await recordedVersion(client)).toBe('0.1.0');
    expect(await recorded('0.2.0')).toBe('0.2.0');
    expect(done).not.toHaveBeenCalled();
    const later = [...(await readMigrations()), { sql: 'select 1', hash: 'later' }];
    expect(await recorded("0.3.0+o'clock", later)).toBe("0.3.0+o'clock");
    expect(done).toHaveBeenCalledExactlyOnceWith({
      from: '0.2.0',
      to: "0.3.0+o'clock",
      migrations: 1,
      seconds: expect.any(Number),
    });
    client.release();
    await database.close();
  },
);

test.each(engines)(
  'a command refuses an older database, and leaves it as it is, on $name',
  async ({ open }) => {
    const database = await open();
    const client = await database.pool.connect();
    await refuseOutdated(client);
    await pretendReleased(client);
    await client.query('begin read only');
    await expect(refuseOutdated(client)).rejects.toThrow(
      /^\d+ migrations are missing: the database belongs to version 0\.1\.0\./,
    );
    await client.query('rollback');
    await client.query('truncate migrations');
    await expect(refuseOutdated(client)).rejects.toThrow('The database is empty');
    client.release();
    await database.close();
  },
);

test.skipIf(!serverEngine)('one that an older instance uses is not upgraded', async () => {
  if (!serverEngine) return;
  const database = await serverEngine.open();
  const older = new pg.Client({ connectionString: database.url, application_name: 'roster' });
  await older.connect();
  const client = await database.pool.connect();
  await pretendReleased(client);
  await expect(migrate(client)).rejects.toThrow(/older version still runs on this database/);
  client.release();
  await older.end();
  await database.close();
});

test('migrations are run statement by statement where tables are spread', async () => {
  expect(
    sqlStatements(`-- A comment; no statement.
create table "a;b" (c text default 'it''s; so'); /* Nor; this */
create function f() returns void language plpgsql as $$ begin; -- it's
end $$;
select 1`).map((text) => text.trim()),
  ).toEqual([
    `-- A comment; no statement.\ncreate table "a;b" (c text default 'it''s; so')`,
    `/* Nor; this */\ncreate function f() returns void language plpgsql as $$ begin; -- it's\nend $$`,
    'select 1',
  ]);
});

/** What migrations of later versions may do, of a table with rows and of one that is new. */
const LATER = [
  `alter table segments add column position integer not null default 0, add column note text;
   alter table segments add constraint segments_position check (position >= 0);
   alter table segments alter column note set default 'none';
   update segments set position = 1;
   create index segments_by_position on segments (organization_id, position);
   create function doubled(integer) returns integer language sql immutable return $1 * 2;
   create function double_position() returns trigger language plpgsql as
     'begin new.position := doubled(new.position + 1); return new; end';
   create trigger segments_doubled before insert on segments for each row execute function double_position();`,
  // In place of a table that is spread by its name.
  `drop table segment_days;
   create table segment_days (
     organization_id uuid not null,
     segment_id uuid not null,
     day date not null,
     primary key (organization_id, segment_id, day),
     constraint segment_days_segment foreign key (organization_id, segment_id) references segments
   );
   create index segment_days_by_day on segment_days (organization_id, day);
   insert into segment_days select organization_id, id, '2026-01-01' from segments;`,
  `alter table segments drop constraint segments_position;
   alter table segments drop column note;
   alter table segment_days add column count integer not null default 1;
   update segment_days set count = 2;`,
].map((sql, at) => ({ sql, hash: `later ${at}` }));

test.each(engines)('later migrations change tables in use, and add some, on $name', async ({ open }) => {
  const database = await open();
  const client = await database.pool.connect();
  const rows = async (text: string) => (await client.query(text)).rows;
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const insert = (id: string, organizationId: string) =>
    client.query(
      `insert into segments (id, organization_id, title, color, created_at) values ($1, $2, $1::uuid, '#000000', now())`,
      [id, organizationId],
    );
  await insert(one, one);
  await insert(other, other);
  const known = await readMigrations();
  // One version after the other.
  for (const count of [1, 2, 3]) await migrate(client, undefined, [...known, ...LATER.slice(0, count)]);
  await insert(other, one);
  expect(await rows('select position from segments order by 1')).toEqual(
    [1, 1, 2].map((position) => ({ position })),
  );
  expect(await rows('select organization_id, count from segment_days order by 1')).toEqual([
    { organization_id: one, count: 2 },
    { organization_id: other, count: 2 },
  ]);
  await expect(
    client.query(`insert into segment_days values ('${other}', '${one}', '2026-01-02')`),
  ).rejects.toThrow(/segment_days_segment/);
  if (isCitus)
    expect(
      await rows(
        "select count(distinct colocationid)::integer as groups, count(*)::integer from pg_dist_partition where logicalrelid in ('segments'::regclass, 'segment_days'::regclass)",
      ),
    ).toEqual([{ groups: 1, count: 2 }]);
  client.release();
  await database.close();
});

test.runIf(isCitus)('sessions of workers have the settings of the coordinator', async () => {
  const [{ open }] = engines as [TestEngine];
  const database = await open();
  const { rows } = await database.pool.query(
    "select distinct result from run_command_on_workers('select current_setting(''enable_seqscan'') || current_setting(''timezone'')')",
  );
  expect(rows).toEqual([{ result: 'offUTC' }]);
  await database.close();
});
