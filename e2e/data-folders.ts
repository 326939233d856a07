import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../lib/database/database';

const results = path.resolve(import.meta.dirname, '../test-results');
const migrated = path.join(results, 'migrated');
const filled = path.join(results, 'filled');

/** Before the first journey: makes the data folder with which all programs of journeys begin. */
export default async function makeMigratedFolder(): Promise<void> {
  await rm(migrated, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: migrated });
  await database.close();
}

/** Puts an empty database with the current schema into a data folder: to make one takes longer than the rest of a start. */
export function copyMigrated(to: string): Promise<void> {
  return copyDatabase(migrated, to);
}

/** Makes the folder that is to be filled once, for all journeys that need many contacts; returns where it is. */
export async function makeFilledFolder(): Promise<string> {
  await rm(filled, { recursive: true, force: true });
  await copyMigrated(filled);
  return filled;
}

/** Puts a database with 100,000 contacts into a data folder. */
export function copyFilled(to: string): Promise<void> {
  return copyDatabase(filled, to);
}

function copyDatabase(from: string, to: string): Promise<void> {
  return cp(path.join(from, 'database'), path.join(to, 'database'), { recursive: true });
}
