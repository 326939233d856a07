import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';
import { StartError } from '@/lib/system/start-error';

/** Advisory lock, shared by all instances: `ROSTER` in ASCII. */
export const MIGRATION_LOCK = 0x524f53544552;

/** In the sources, or relative to the bundle in `dist/`. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'migrations'), join(here, '../lib/database/migrations')].find((folder) =>
    existsSync(folder),
  ) as string;
}

/**
 * Applies missing migrations. Instances that start at the same time wait for one another.
 *
 * @throws StartError if other migrations were applied before.
 */
export async function migrate(client: PoolClient): Promise<void> {
  const config = {
    migrationsFolder: migrationsFolder(),
    migrationsSchema: 'public',
    migrationsTable: 'migrations',
  };
  // A migration of a large database may take minutes, for the waiting instances, too.
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
          'The database belongs to another version of Roster and cannot be migrated: start that version, or use a new database or DATA_DIR.',
        );
      if (done.size === ours.size) return;
    }
    await applyMigrations(drizzle(client), config);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await client.query('reset statement_timeout');
  }
}
