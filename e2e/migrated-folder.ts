import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../lib/database/database';

const folder = path.resolve(import.meta.dirname, '../test-results/migrated');

/** Before the first journey: makes the data folder with which all programs of journeys begin. */
export default async function makeMigratedFolder(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: folder });
  await database.close();
}

/** Puts an empty database with the current schema into a data folder: to make one takes longer than the rest of a start. */
export function copyMigrated(to: string): Promise<void> {
  return cp(path.join(folder, 'database'), path.join(to, 'database'), { recursive: true });
}
