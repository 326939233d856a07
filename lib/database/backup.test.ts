import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '@/lib/system/start-error';
import { backupLines, backupTo, sendBackup, writeNewFile } from './backup-file';
import type { Database } from './database';
import { restoreBackup } from './restore';
import { EARLIER } from './squashed-migrations';
import { emptied, engines, rowsByTable, type TestEngine } from './testing';

const origin = { version: '1.2.3', secret: 'of the test' };
const org = '0198c0de-7a11-7000-8000-000000000001';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function indexesAndTriggers({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = 'public'
     union all select concat_ws(' ', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal order by 1`,
  );
  return rows.map(({ definition }) => definition);
}

/** Bytes of the log that a start after a crash would read. */
async function logged({ pool }: Database): Promise<number> {
  const { rows } = await pool.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  );
  return rows[0].bytes;
}

/** Rows with everything that is hard to carry. */
async function fill({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into organizations (id, name, created_at) values ('${org}', E'A "b", (c)\\n\\\\ ليلى', now())`,
  );
  await pool.query(
    `insert into contacts (organization_id, id, email, firstname, company, created_at, updated_at)
     select '${org}', uuid_of(now() + i * interval '1 ms'), 'c' || i || '@acme.example', case when i % 3 = 0 then E'"\\n,)' end, '山田', now(), now()
     from generate_series(1, 2100) i`,
  );
  await pool.query(
    `insert into segments (organization_id, id, title, color, created_at) select '${org}', uuid_of(now()), 'VIP', '#112233', now()`,
  );
  await pool.query(
    `update contacts c set segment_ids = array[s.id], assigned_at = array[now()] from segments s
     where s.organization_id = c.organization_id`,
  );
  await pool.query(
    `insert into fields (organization_id, id, key, label, type, options, position, created_at)
     values ('${org}', uuid_of(now()), 'plan', E'"\\n,', 'choice', '[{"value": "pro", "label": "山", "color": null}]', 1, now())`,
  );
  await pool.query(
    `update contacts set fields = jsonb_build_object('plan', 'pro', 'text', E'"\n\\ 山') where firstname is not null`,
  );
  await pool.query(
    `insert into webhooks (organization_id, id, url, state, secret, seal, event_id, created_at)
     select '${org}', uuid_of(now() + i * interval '1 ms'), 'https://hooks.example.com/' || state, state, '', 0, uuid_of(now()), now()
     from unnest(array['active', 'paused']) with ordinality as w (state, i)`,
  );
}

const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));

describe.each(pairs)('from $name', (from, to) => {
  let source: Database;
  let file: string;
  beforeAll(async () => {
    source = await from.open();
    await fill(source);
    file = path.join(folder, `${from.name}-${to.name}.backup`);
  });
  afterAll(() => source.close());

  const restoreInto = async (
    engine: TestEngine,
    lines: AsyncIterable<string>,
    look?: (database: Database) => Promise<void>,
  ) => {
    const empty = await emptied(engine);
    // As much log as many rows make.
    await empty.pool.query("select pg_logical_emit_message(false, '', repeat('x', 70 * 1048576))");
    try {
      const restored = await restoreBackup(empty, lines);
      await look?.(empty);
      return restored;
    } finally {
      await empty.close();
    }
  };

  test(`to ${to.name}: every row of every table arrives, with keys, indexes and triggers, and the embedded database’s log is emptied meanwhile`, async () => {
    const rows = await backupTo(file, source, origin);
    const before = await rowsByTable(source);
    expect(rows).toBe(Object.values(before).flat().length);
    delete before.webhooks;
    const { header, pausedWebhooks } = await restoreInto(to, backupLines(file), async (database) => {
      const { webhooks, ...others } = await rowsByTable(database);
      expect(webhooks).toHaveLength(2);
      expect(others).toEqual(before);
      // The original may still send.
      const { rows: states } = await database.pool.query(
        'select state, restored from webhooks order by restored',
      );
      expect(states).toEqual([
        { state: 'paused', restored: false },
        { state: 'paused', restored: true },
      ]);
      expect(await indexesAndTriggers(database)).toEqual(await indexesAndTriggers(source));
      if (database.engine === 'embedded') expect(await logged(database)).toBeLessThan(64 * 2 ** 20);
      const again = `insert into contacts (organization_id, id, email, created_at, updated_at) values ('${org}', gen_random_uuid(), 'c1@acme.example', now(), now())`;
      await expect(database.pool.query(again)).rejects.toThrow('contacts_email');
      const orphan = `insert into referral_code_segments select organization_id, gen_random_uuid(), id from segments limit 1`;
      await expect(database.pool.query(orphan)).rejects.toThrow(/violates/);
    });
    expect(pausedWebhooks).toBe(1);
    expect(header).toMatchObject({ version: '1.2.3', engine: source.engine });
    expect(await readdir(folder)).not.toContain(`${path.basename(file)}.part`);
  });

  test.runIf(from === to)(
    'damaged, shortened, changed or newer ones are refused, and leave nothing',
    async () => {
      const text = gunzipSync(await readFile(file)).toString();
      const bytes = await readFile(file);
      const other = path.join(folder, 'other.backup');
      const database = await emptied(to);
      const refusal = async (made: string | Uint8Array) => {
        await writeFile(other, typeof made === 'string' ? gzipSync(made) : made);
        const failed = await restoreBackup(database, backupLines(other)).catch((cause: unknown) => cause);
        expect(failed).toBeInstanceOf(StartError);
        const { rows } = await database.pool.query(
          "select from pg_class where relnamespace = 'public'::regnamespace and relname not like 'citus%'",
        );
        expect(rows).toEqual([]);
        return (failed as Error).message;
      };
      const changed = text.replace('c7@acme.example', 'c7@evil.example');
      expect(await refusal(changed)).toMatch(/^The backup is damaged .* contacts has/);
      expect(await refusal(text.replace(/\{"end":true.*\n/, ''))).toMatch(/^The backup is damaged/);
      expect(await refusal(bytes.subarray(0, bytes.length / 2))).toMatch(/^The backup is damaged/);
      const newer = text.replace('"migrations":["', '"migrations":["ab');
      expect(await refusal(newer)).toMatch(/of version 0\.1\.0, which is newer/);
      const older = text.replace(/"migrations":\["\w+"/, `"migrations":["${EARLIER[0]}"`);
      expect(await refusal(older)).toMatch(/of an older version: restore it with commit 56a84d7/);
      expect(await refusal(newer.replace('"readBy":"0.1.0",', ''))).toMatch(/of version 1\.2\.3, which/);
      expect(await refusal('{"hello":1}\n')).toBe('The file is not a backup of Roster.');
      expect(await refusal(`${text.slice(0, text.indexOf('\n'))}\n"row"\n`)).toMatch(
        /^The backup is damaged/,
      );
      await database.close();
    },
  );

  test.runIf(from === to)(
    'one without a table or a column is refused, with and without its digest',
    async () => {
      const [header = '', ...lines] = gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n');
      const end = lines.pop() as string;
      const tables: string[][] = [];
      for (const line of lines)
        if (line.startsWith('{"table":')) tables.push([line]);
        else tables.at(-1)?.push(line);
      const database = await emptied(to);
      const restored = (...text: string[]) =>
        restoreBackup(database, linesOf(text)).then(
          () => 'restored',
          (cause: Error) => cause.message,
        );
      const without = (name: string) =>
        tables.filter(([table]) => !table?.startsWith(`{"table":"${name}"`)).flat();
      for (const last of [end, '{"end":true}']) {
        for (const name of ['activities', 'notes'])
          expect(await restored(header, ...without(name), last)).toBe(
            `The backup is damaged or not complete: it lacks ${name}.`,
          );
        const contacts = lines.map((line) => line.replace('"columns":["assigned_at",', '"columns":['));
        expect(contacts).not.toEqual(lines);
        expect(await restored(header, ...contacts, last)).toMatch(/other tables or columns than its version/);
        const others = lines.map((line) => line.replace('{"table":"notes"', '{"table":"\\u001b[2Jx"'));
        expect(await restored(header, ...others, last)).toMatch(/other tables or columns than its version/);
      }
      // Of the version before 0.2.0.
      const older = header.replace('"readBy":"0.1.0",', '');
      expect(older).not.toBe(header);
      expect(await restored(older, ...lines, end)).toMatch(/its digest differs/);
      expect(await restored(older, ...lines, '{"end":true}')).toBe('restored');
      await database.close();
    },
  );
});

test('a database that has something is not overwritten, and a missing file is named', async () => {
  const database = await (engines[0] as TestEngine).open();
  const file = path.join(folder, 'full.backup');
  await backupTo(file, database, origin);
  await expect(restoreBackup(database, backupLines(file))).rejects.toThrow('The database is not empty');
  await expect(restoreBackup(database, backupLines('/nothing/here'))).rejects.toThrow(
    'cannot be read (ENOENT)',
  );
  await expect(backupTo('/nothing/here', database, origin)).rejects.toThrow('cannot be written (ENOENT)');
  await database.close();
});

test('a line without an end is refused before it fills the memory', async () => {
  const file = path.join(folder, 'long.backup');
  await writeFile(file, gzipSync(`{"roster":1}\n"${'x'.repeat(64_000_000)}"\n`));
  const lengths: number[] = [];
  const read = async () => {
    for await (const line of backupLines(file)) lengths.push(line.length);
  };
  await expect(read()).rejects.toThrow(/long\.backup is damaged: a line is too long/);
  expect(lengths).toEqual([12]);
  const long = async function* () {
    yield 'x'.repeat(40_000_000);
  };
  await expect(writeNewFile(`${file}.new`, (bytes) => sendBackup(long(), bytes))).rejects.toThrow('too long');
  expect(await readdir(folder)).not.toContain('long.backup.new');
});

test.each([1, 2, 7, 65_536])('lines are read whole, whatever their lengths: %i', async (length) => {
  const lines = Array.from({ length: 300 }, (_, at) => 'ä'.repeat((at * 37) % (length * 3)));
  const file = path.join(folder, 'lines.backup');
  await writeFile(file, gzipSync(`${lines.join('\n')}\nend`));
  const read: string[] = [];
  for await (const line of backupLines(file)) read.push(line);
  expect(read).toEqual([...lines, 'end']);
});

async function* linesOf(text: string[]) {
  yield* text;
}
