import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { StartError } from '@/lib/system/start-error';
import type { Database } from './database';
import { appliedMigrations, recordedVersion } from './migrate';

/**
 * A backup is text with one JSON value per line: a `BackupHeader`; for each table a `TableHeader`, its rows and a `TableEnd`;
 * then a `BackupEnd`. A row is the text of a PostgreSQL record, which either engine reads. A table comes after those it
 * refers to.
 */
export interface BackupHeader {
  roster: 1;
  /** Version of the program that made the backup. */
  version: string;
  /** Version that last ran on the database and can read the backup; missing in backups before 0.2.0. */
  readBy?: string;
  at: string;
  engine: Database['engine'];
  /** Hashes of the migrations recorded in the database. */
  migrations: string[];
  /** Fingerprint of the secret that encrypts some values. */
  secret: string;
}
export interface TableHeader {
  table: string;
  columns: string[];
}
export interface TableEnd {
  rows: number;
  /** Digest of all rows, independent of their order. */
  digest: string;
}
export interface BackupEnd {
  end: true;
  /** Digest of all lines except rows; missing in backups before 0.2.0. */
  digest?: string;
}

/** Longest line to write or read. The longest row holds a chunk of an imported file, 2 MB as text. */
export const MOST_CHARACTERS = 32_000_000;

/** Rows per fetch; fewer for `import_files`, whose rows are large. */
const ROWS = 2_000;
const FILE_ROWS = 8;

/** A short digest that identifies a secret without revealing it. */
export const secretFingerprint = (secret: string): string =>
  createHash('sha256').update(`roster backup ${secret}`).digest('hex').slice(0, 16);

/** Version and secret of the program that makes a backup. */
export interface BackupOrigin {
  version: string;
  secret: string;
}

export type BackupLine = BackupHeader | TableHeader | string | TableEnd | BackupEnd;

/**
 * Yields the lines of a backup: all tables in one snapshot, without blocking writers. The embedded database has a single
 * session, so a copy of it is read; if the disk has no space for a copy, requests wait.
 *
 * @throws StartError if the database is empty.
 */
export async function* readBackup(
  database: Database,
  origin: BackupOrigin,
): AsyncGenerator<BackupLine, void, undefined> {
  const copy = await database.copy?.();
  try {
    const { pool, engine } = copy ?? database;
    const client = await pool.connect();
    try {
      yield* readBackupOf(client, engine, origin);
    } finally {
      client.release();
    }
  } finally {
    await copy?.close();
  }
}

/**
 * Yields the lines of a backup: all tables in one snapshot, read with an idle client.
 *
 * @throws StartError if the database is empty.
 */
export async function* readBackupOf(
  client: PoolClient,
  engine: Database['engine'],
  { version, secret }: BackupOrigin,
): AsyncGenerator<BackupLine, void, undefined> {
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0; set local enable_seqscan = on');
    const outline = new BackupOutline();
    const migrations = [...(await appliedMigrations(client))];
    if (migrations.length === 0) throw new StartError('The database is empty: there is nothing to back up.');
    const readBy = await recordedVersion(client);
    const at = new Date().toISOString();
    yield outline.add<BackupHeader>({
      roster: 1,
      version,
      readBy,
      at,
      engine,
      migrations,
      secret: secretFingerprint(secret),
    });
    for (const { table, columns } of await listTables(client)) {
      yield outline.add({ table, columns });
      const sum = new RowSum();
      for await (const rows of readRows(client, table, columns))
        for (const row of rows) {
          sum.add(row);
          yield row;
        }
      yield outline.add(sum.end());
    }
    yield { end: true, digest: outline.end() };
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

/** Yields the rows of a table as text, up to 2,000 at a time, in the client's transaction, which must be open. */
export async function* readRows(
  client: PoolClient,
  table: string,
  columns: string[],
): AsyncGenerator<string[], void, undefined> {
  await client.query(
    `declare backup_rows no scroll cursor for select row(${columns.map(quoted).join(', ')})::text as row from public.${quoted(table)}`,
  );
  /** Sends for the next rows; an error is thrown where the answer is awaited. */
  const fetch = () => {
    const count = table === 'import_files' ? FILE_ROWS : ROWS;
    const fetched = client.query<{ row: string }>(`fetch ${count} from backup_rows`);
    // The loop below reports the error when it awaits `next`.
    fetched.catch(() => {});
    return fetched;
  };
  for (let next = fetch(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) break;
    // Fetch the next rows while these are written.
    next = fetch();
    yield rows.map(({ row }) => row);
  }
  await client.query('close backup_rows');
}

/** All tables except `migrations`, with their columns that are not generated; each table after those it refers to. */
export async function listTables(client: PoolClient): Promise<TableHeader[]> {
  const { rows } = await client.query<TableHeader & { parents: string[] }>(
    `select c.relname as table,
       (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) as parents
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
     order by c.relname`,
  );
  const sorted: TableHeader[] = [];
  for (let left = rows; left.length > 0; ) {
    const names = new Set(left.map(({ table }) => table));
    const free = left.filter(({ parents }) => !parents.some((parent) => names.has(parent)));
    // Tables in a cycle may come in any order: restoring adds foreign keys at the end.
    for (const { table, columns } of free.length > 0 ? free : left) sorted.push({ table, columns });
    left = left.filter((one) => free.length > 0 && !free.includes(one));
  }
  return sorted;
}

/** Counts rows and sums their digests, so that their order is irrelevant. */
export class RowSum {
  private rows = 0;
  private readonly words = new BigUint64Array(2);

  /** Counts a row, and adds its digest. */
  add(row: string): void {
    const digest = createHash('md5').update(row).digest();
    for (const at of [0, 1]) this.words[at] = (this.words[at] as bigint) + digest.readBigUInt64LE(at * 8);
    this.rows++;
  }

  /** The line that ends the table: number of rows, and sum of their digests in hex. */
  end(): TableEnd {
    return {
      rows: this.rows,
      digest: [...this.words].map((word) => word.toString(16).padStart(16, '0')).join(''),
    };
  }
}

/** Digest of a backup's lines except rows. With the digests of the tables, it detects any missing line. */
export class BackupOutline {
  private readonly hash = createHash('sha256');

  /** Adds a line to the digest, and returns it. */
  add<Line extends object>(line: Line): Line {
    this.hash.update(`${JSON.stringify(line)}\n`);
    return line;
  }

  end(): string {
    return this.hash.digest('hex');
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
