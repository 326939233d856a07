import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { PoolClient } from 'pg';

/** `ROSTER` in ASCII; any number will do, as long as every instance takes the same. */
const MIGRATION_LOCK = 0x524f53544552;

/** The migrations stand beside this file in the sources and beside the bundle once built. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return [join(here, 'migrations'), join(here, '../lib/database/migrations')].find((folder) =>
    existsSync(folder),
  ) as string;
}

/**
 * Brings the database to the current schema. Several instances may call it at once: one works, the others wait.
 */
export async function migrate(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await applyMigrations(drizzle(client), {
      migrationsFolder: migrationsFolder(),
      migrationsSchema: 'public',
      migrationsTable: 'migrations',
    });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}
