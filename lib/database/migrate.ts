import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PoolClient } from 'pg';
import { StartError } from '@/lib/system/start-error';
import { distribute, isCitus, setUpWorkers } from './distribute';
import { sqlStatements } from './sql-statements';
import { EARLIER, RELEASED } from './squashed-migrations';

/** Advisory lock, shared by all instances: `ROSTER` in ASCII. */
export const MIGRATION_LOCK = 0x524f53544552;

export const OLDER =
  'The database belongs to an older version of Roster: start commit 56a84d7 on it once, which migrates it, then this version.';
const FOREIGN =
  'The database belongs to another version of Roster and cannot be migrated: start that version, or use a new database or DATA_DIR.';

const RUNNING =
  'An instance of an older version still runs on this database, and would write what this version no longer reads. Stop it first.';

interface Migration {
  sql: string;
  hash: string;
  /** Reverts an upgrade on empty tables. Only upgrades have it, which databases of the last release get instead of the schema. */
  down?: string;
}

export interface Upgrade {
  /** Version to record; if unset, none is recorded. */
  version?: string;
  /** Runs before an existing database is migrated. */
  before?: (client: PoolClient) => Promise<void>;
  /** Called after an existing database was migrated. */
  done?: (upgraded: { from: string; to: string; migrations: number; seconds: number }) => void;
}

/**
 * Applies missing migrations, all or nothing, and records the version. On Citus, also distributes tables that are still local.
 * Instances that start at the same time wait for one another.
 *
 * @param given migrations for tests, in place of this version's.
 * @throws StartError if the database is too old or has unknown migrations, or if an older instance still runs.
 */
export async function migrate(
  client: PoolClient,
  { version, before, done }: Upgrade = {},
  given?: Migration[],
): Promise<void> {
  const migrations = given ?? (await readMigrations());
  // Migrating a large database may take minutes, and waiting instances wait as long.
  const { rows: timeouts } = await client.query("select current_setting('statement_timeout') as before");
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const isDistributed = await isCitus(client);
    if (isDistributed)
      await client.query(
        "set citus.enable_unsafe_triggers = on; set citus.multi_shard_modify_mode = 'sequential'",
      );
    const applied = await appliedMigrations(client);
    const missing = missingMigrations(migrations, applied);
    const from = await recordedVersion(client);
    if (missing.length && applied.size > 0) {
      if (await isInUse(client)) throw new StartError(RUNNING);
      await before?.(client);
    }
    const start = performance.now();
    if (missing.length) {
      await client.query('begin');
      await apply(client, missing, isDistributed);
      await client.query('commit');
    }
    if (isDistributed) await distribute(client);
    if (isDistributed) await setUpWorkers(client);
    // A migration may have rewritten all contacts, unnoticed by autovacuum: deep pages would read every row.
    if (missing.length) await client.query('vacuum contacts');
    if (version && version !== from) await recordVersion(client, version);
    if (version && applied.size > 0 && missing.length) {
      const seconds = Math.round((performance.now() - start) / 100) / 10;
      done?.({ from, to: version, migrations: missing.length, seconds });
    }
  } catch (cause) {
    await client.query('rollback');
    throw cause;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query("select set_config('statement_timeout', $1, false)", [timeouts[0].before]);
  }
}

/** Version of databases that record none: all versions that did not record theirs had this number. */
const UNRECORDED = '0.1.0';

/** The version that last ran on the database; `0.1.0` if none is recorded. */
export async function recordedVersion(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description(to_regclass('public.migrations'), 'pg_class') as version",
  );
  return rows[0]?.version ?? UNRECORDED;
}

/** Records the version as a comment on `migrations`, which older versions ignore; skipped if the role does not own the table. */
async function recordVersion(client: PoolClient, version: string): Promise<void> {
  await client
    .query(`comment on table public.migrations is ${client.escapeLiteral(version)}`)
    .catch((cause: { code?: string }) => {
      if (cause.code !== '42501') throw cause;
    });
}

/** @throws StartError if the database is empty, lacks migrations of this version, or has others. */
export async function refuseOutdated(client: PoolClient): Promise<void> {
  const applied = await appliedMigrations(client);
  const missing = missingMigrations(await readMigrations(), applied);
  if (applied.size === 0) throw new StartError('The database is empty: start Roster once.');
  const count = missing.length === 1 ? '1 migration is' : `${missing.length} migrations are`;
  if (missing.length > 0)
    throw new StartError(
      `${count} missing: the database belongs to version ${await recordedVersion(client)}. Use the commands of that version, or start this one, which upgrades the database.`,
    );
}

/** Whether instances before 0.2.0 are connected: their application name is `roster`, without a version. */
async function isInUse(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'roster' and pid <> pg_backend_pid() limit 1",
  );
  return rows.length > 0;
}

/**
 * Creates the schema as of a backup in an empty database, in the client's transaction: the current schema, then the `down`
 * of each upgrade that the backup lacks.
 *
 * @param recorded hashes of the backup's migrations.
 * @throws StartError if one of them is unknown, or they are too old.
 */
export async function migrateUpTo(client: PoolClient, recorded: string[]): Promise<void> {
  const migrations = await readMigrations();
  const missing = missingMigrations(migrations, new Set(recorded));
  await apply(
    client,
    migrations.filter((one) => one.down === undefined && !missing.includes(one)),
  );
  for (const { down } of missing.toReversed()) if (down) await client.query(down);
  await client.query('truncate migrations');
  await recordHashes(client, recorded);
}

/**
 * The migrations to apply: the schema for a new database, the upgrades for one of the last release.
 *
 * @param applied hashes that the database has recorded.
 * @throws StartError if the database is too old or has unknown migrations.
 */
export function missingMigrations(migrations: Migration[], applied: Set<string>): Migration[] {
  const known = new Set([...EARLIER, ...RELEASED, ...migrations.map(({ hash }) => hash)]);
  if ([...applied].some((hash) => !known.has(hash))) throw new StartError(FOREIGN);
  const schema = migrations.find(({ down }) => down === undefined);
  const isReleased = applied.size > 0 && !applied.has(schema?.hash ?? '');
  if (isReleased && !RELEASED.every((hash) => applied.has(hash))) throw new StartError(OLDER);
  return migrations.filter(
    (one) => !applied.has(one.hash) && (isReleased ? one !== schema : one.down === undefined),
  );
}

/** Reads this version's migrations, in the order of their numbers. */
export async function readMigrations(): Promise<Migration[]> {
  const here = dirname(fileURLToPath(import.meta.url));
  // The folder is here in the sources, and above the bundle, which is in `dist/` or the folder of a build.
  const above = ['..', '../..'].map((way) => join(here, way, 'lib/database/migrations'));
  const folder = [join(here, 'migrations'), ...above].find(existsSync) as string;
  const files = (await readdir(folder, { recursive: true })).filter((file) => /^[^.]+\.sql$/.test(file));
  files.sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const sql = await readFile(path, 'utf8');
      const down = path.replace('.sql', '.down.sql');
      return {
        sql,
        hash: createHash('sha256').update(sql).digest('hex'),
        ...(existsSync(down) && { down: await readFile(down, 'utf8') }),
      };
    }),
  );
}

/** Hashes of migrations that the database has recorded; none if it has no table `migrations`. */
export async function appliedMigrations(client: PoolClient): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('public.migrations')::text as name",
  );
  if (!tables[0]?.name) return new Set();
  const { rows } = await client.query<{ hash: string }>('select hash from public.migrations');
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Applies and records migrations in the client's transaction; creates the table `migrations` if missing. Citus passes the text
 * on to its workers, which accept one statement only.
 */
async function apply(client: PoolClient, migrations: Migration[], isDistributed = false): Promise<void> {
  await client.query(
    'create table if not exists public.migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, hash } of migrations) {
    for (const text of isDistributed ? sqlStatements(sql) : [sql]) await client.query(text);
    await recordHashes(client, [hash]);
  }
}

/** Records migrations as applied. */
async function recordHashes(client: PoolClient, hashes: string[]): Promise<void> {
  await client.query(
    'insert into public.migrations (hash, created_at) select hash, $2 from unnest($1::text[]) hash',
    [hashes, Date.now()],
  );
}
