import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../lib/database/database';
import { type Program, startProgram, type TemporaryFolder, temporaryFolder } from './program';

const migrated = path.resolve(import.meta.dirname, '../test-results/migrated');

/** Before the first journey: makes the data folder with which all programs of journeys begin. */
export default async function makeMigratedFolder(): Promise<void> {
  await rm(migrated, { recursive: true, force: true });
  const database = await openDatabase({ dataDir: migrated });
  await database.close();
}

/** A data folder for a test, with an empty database of the current schema: to make one takes longer than the rest of a start. */
export async function migratedFolder(): Promise<TemporaryFolder> {
  const made = await temporaryFolder();
  await cp(path.join(migrated, 'database'), path.join(made.folder, 'database'), { recursive: true });
  return made;
}

/** Starts a program on a folder, which is deleted once the program is stopped. */
export async function startOn(
  { folder, remove }: TemporaryFolder,
  env: Record<string, string> = {},
): Promise<Program> {
  const program = await startProgram({ DATA_DIR: folder, ...env });
  const stop = async (signal?: NodeJS.Signals) => {
    const status = await program.stop(signal);
    await remove();
    return status;
  };
  return { ...program, stop };
}
