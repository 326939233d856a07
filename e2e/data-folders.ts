import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../lib/database/database';
import { type TemporaryFolder, temporaryFolder } from './program';

const results = path.resolve(import.meta.dirname, '../test-results');
const migrated = path.join(results, 'migrated');
const filled = path.join(results, 'filled');

/** Before the first journey: makes the data folder with which all programs of journeys begin. */
export default async function makeMigratedFolder(): Promise<void> {
  await rm(migrated, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: migrated });
  await database.close();
}

/** A data folder for a test, with an empty database of the current schema: to make one takes longer than the rest of a start. */
export function migratedFolder(): Promise<TemporaryFolder> {
  return folderWith(migrated);
}

/** Makes the folder that is to be filled once, for all journeys that need many contacts; returns where it is. */
export async function makeFilledFolder(): Promise<string> {
  await rm(filled, { recursive: true, force: true });
  await copyDatabase(migrated, filled);
  return filled;
}

/** A data folder for a test, with a database of 100,000 contacts. */
export function filledFolder(): Promise<TemporaryFolder> {
  return folderWith(filled);
}

async function folderWith(from: string): Promise<TemporaryFolder> {
  const made = await temporaryFolder();
  await copyDatabase(from, made.folder);
  return made;
}

function copyDatabase(from: string, to: string): Promise<void> {
  return cp(path.join(from, 'database'), path.join(to, 'database'), { recursive: true });
}
