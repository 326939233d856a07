import type { PoolClient } from 'pg';
import * as z from 'zod';
import { StartError } from '@/lib/system/start-error';
import {
  type BackupEnd,
  type BackupHeader,
  BackupOutline,
  listTables,
  quoted,
  RowSum,
  readRows,
  type TableEnd,
  type TableHeader,
} from './backup';
import { checkpoint } from './checkpoint';
import type { Database } from './database';
import { disableTriggers, dropForeignKeys, dropIndexes } from './keys-and-indexes';
import { appliedMigrations, migrate, migrateUpTo, OLDER } from './migrate';

/** Maximum rows and characters per insert. */
const BATCH_ROWS = 5_000;
const BATCH_CHARACTERS = 4_000_000;

const DAMAGED = 'The backup is damaged or not complete';

/** Fields of the header that restoring reads. */
const headerSchema = z.object({
  roster: z.literal(1),
  version: z.string().max(200),
  readBy: z.string().max(200).optional(),
  migrations: z.array(z.string()),
  secret: z.string(),
});

export interface Restored {
  header: BackupHeader;
  pausedWebhooks: number;
  /** Number of rows by table, equal to the backup's. */
  rows: Map<string, number>;
}

/**
 * Loads a backup into an empty database, all or nothing, and compares each table with the backup; then upgrades the schema.
 * Active webhooks end up paused.
 *
 * @param database without tables.
 * @param version version of this program, recorded in the database.
 * @throws StartError if the backup is damaged, or of a version that is newer or too old, or the database is not empty.
 */
export async function restoreBackup(
  database: Database,
  lines: AsyncIterable<string>,
  version?: string,
): Promise<Restored> {
  const client = await database.pool.connect();
  try {
    return await restore(client, database.engine, parseLines(lines), version);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

/** Restores with an idle client, in a transaction of its own, and then migrates. */
async function restore(
  client: PoolClient,
  engine: Database['engine'],
  lines: AsyncGenerator,
  version: string | undefined,
): Promise<Restored> {
  const outline = new BackupOutline();
  const first = await nextLine(lines);
  const read = headerSchema.safeParse(first);
  if (!read.success) throw new StartError('The file is not a backup of Roster.');
  const header = outline.add(first as BackupHeader);
  if ((await listTables(client)).length > 0 || (await appliedMigrations(client)).size > 0)
    throw new StartError('The database is not empty: restore into a new DATA_DIR or an empty database.');
  await client.query('begin');
  await client.query('set local statement_timeout = 0; set local synchronous_commit = off');
  await migrateUpTo(client, header.migrations).catch((cause: unknown) => {
    if (!(cause instanceof StartError)) throw cause;
    throw new StartError(
      cause.message === OLDER
        ? 'The backup is one of an older version: restore it with commit 56a84d7, and start this version on the result.'
        : `The backup is one of version ${header.readBy ?? header.version}, which is newer: restore it with that one.`,
    );
  });
  /** Columns of each table that the backup has yet to provide. */
  const missing = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]));
  const addKeys = await dropForeignKeys(client);
  // The embedded database has no checkpointer: its log would keep everything until the end.
  const written = () => checkpoint({ engine, pool: client });
  const sums = new Map<string, TableEnd & TableHeader>();
  let line = await nextObject(lines);
  for (; !('end' in line); line = await nextObject(lines)) {
    const { table, columns } = outline.add(line as TableHeader);
    const expected = missing.get(table);
    if (!expected || JSON.stringify(columns) !== JSON.stringify(expected))
      throw new StartError(`${DAMAGED}: it has other tables or columns than its version.`);
    missing.delete(table);
    const addIndexes = await dropIndexes(client, quoted(table));
    const enableTriggers = await disableTriggers(client, quoted(table));
    const end = outline.add(await loadTable(client, { table, columns }, lines, written));
    sums.set(table, { table, columns, ...end });
    for (const text of addIndexes) {
      await client.query(text);
      await written();
    }
    for (const text of enableTriggers) await client.query(text);
  }
  if (missing.size > 0) throw new StartError(`${DAMAGED}: it lacks ${[...missing.keys()].join(', ')}.`);
  const { digest = null } = line as BackupEnd;
  if (digest !== null && digest !== outline.end()) throw new StartError(`${DAMAGED}: its digest differs.`);
  for (const text of addKeys) await client.query(text);
  for (const sum of sums.values()) await compareTable(client, sum);
  const paused = sums.has('webhooks') ? await pauseWebhooks(client) : [];
  await client.query('commit');
  await migrate(client, { version });
  await client.query('update webhooks set restored = true where id = any($1::uuid[])', [paused]);
  await client.query('analyze');
  return {
    header,
    pausedWebhooks: paused.length,
    rows: new Map([...sums].map(([table, { rows }]) => [table, rows])),
  };
}

/** Inserts the rows of one table, calling `written` after each batch, and returns the `TableEnd` that follows them. */
async function loadTable(
  client: PoolClient,
  { table, columns }: TableHeader,
  lines: AsyncGenerator,
  written: () => Promise<unknown>,
): Promise<TableEnd> {
  const names = columns.map(quoted).join(', ');
  await client.query(
    `create temp table restored_row on commit drop as select ${names} from ${quoted(table)} limit 0`,
  );
  const text = `insert into ${quoted(table)} (${names}) select * from unnest($1::text[]::pg_temp.restored_row[])`;
  let batch: string[] = [];
  let characters = 0;
  /** Inserts the batch and empties it. @throws StartError for rows that the table cannot have. */
  const insert = async () => {
    if (batch.length === 0) return;
    await client.query({ text, values: [batch] }).catch((cause: Error & { code?: string }) => {
      if (!/^2[23]/.test(cause.code ?? '')) throw cause;
      throw new StartError(`${DAMAGED}: a row of ${table} cannot be read.`, { cause });
    });
    batch = [];
    characters = 0;
    await written();
  };
  for (;;) {
    const line = await nextLine(lines);
    if (typeof line !== 'string') {
      await insert();
      await client.query('drop table pg_temp.restored_row');
      return line as TableEnd;
    }
    batch.push(line);
    characters += line.length;
    if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await insert();
  }
}

/** Pauses active webhooks, since the original database may still send. Returns their ids. */
async function pauseWebhooks(client: PoolClient): Promise<string[]> {
  const text = "update webhooks set state = 'paused' where state = 'active' returning id";
  return (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
}

/** Reads a restored table back. @throws StartError if it differs from the backup. */
async function compareTable(client: PoolClient, { table, columns, rows, digest }: TableEnd & TableHeader) {
  const sum = new RowSum();
  for await (const batch of readRows(client, table, columns)) for (const row of batch) sum.add(row);
  const found = sum.end();
  if (found.rows !== rows || found.digest !== digest)
    throw new StartError(`${DAMAGED}: ${table} has ${found.rows} rows, and not those that were backed up.`);
}

/** Parses lines of JSON. @throws StartError for any other line. */
async function* parseLines(lines: AsyncIterable<string>): AsyncGenerator {
  for await (const line of lines) {
    try {
      yield JSON.parse(line);
    } catch {
      throw new StartError(`${DAMAGED}.`);
    }
  }
}

/** The next line, unless it is a row. @throws StartError for a row, or if the backup ends or is damaged. */
async function nextObject(lines: AsyncGenerator): Promise<object> {
  const line = await nextLine(lines);
  if (typeof line !== 'object') throw new StartError(`${DAMAGED}.`);
  return line as object;
}

/** The next line: a row as text, or an object. @throws StartError if the backup ends or is damaged. */
async function nextLine(lines: AsyncGenerator): Promise<unknown> {
  const { value, done } = await lines.next().catch((cause: Error) => {
    throw cause instanceof StartError ? cause : new StartError(`${DAMAGED} (${cause.message}).`, { cause });
  });
  if (done || value === null || (typeof value !== 'object' && typeof value !== 'string'))
    throw new StartError(`${DAMAGED}.`);
  return value;
}
