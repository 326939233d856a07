import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import { StartError } from '@/lib/system/start-error';

/** `ROSTER` in ASCII; any number will do, as long as every instance takes the same. */
export const MIGRATION_LOCK = 0x524f53544552;

/** The migrations stand beside this file in the sources and beside the bundle once built. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'migrations'), join(here, '../lib/database/migrations')].find((folder) =>
    existsSync(folder),
  ) as string;
}

/**
 * Brings the database to the current schema. Several instances may call it at once: one works, the others wait. Throws
 * `StartError` where what was done to it before is not what these migrations would have done.
 */
export async function migrate(client: PoolClient): Promise<void> {
  const config = {
    migrationsFolder: migrationsFolder(),
    migrationsSchema: 'public',
    migrationsTable: 'migrations',
  };
  // On a large database one migration may take minutes, and so long the others wait.
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const { rows: tables } = await client.query<{ done: string | null }>(
      "select to_regclass('public.migrations')::text as done",
    );
    if (tables[0]?.done) {
      const { rows } = await client.query<{ hash: string }>('select hash from public.migrations');
      const done = new Set(rows.map(({ hash }) => hash));
      const ours = new Set(readMigrationFiles(config).map(({ hash }) => hash));
      if ([...done].some((hash) => !ours.has(hash)))
        throw new StartError(
          'The database was made by another version of Roster, which this one cannot bring up to date: start the version that made it, or take a new database or DATA_DIR.',
        );
      if (done.size === ours.size) return;
    }
    await applyMigrations(drizzle(client), config);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query('reset statement_timeout');
  }
}
