import { readFileSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTeam, type Team } from './make-team';
import { type Program, startProgram, type TemporaryFolder, temporaryFolder } from './program';

const prepared = path.resolve(import.meta.dirname, '../test-results/prepared');
const teamFile = path.join(prepared, 'team.json');

/** Before the first journey: makes the data folder with which all programs of journeys begin. */
export default async function prepare(): Promise<void> {
  await rm(prepared, { recursive: true, force: true });
  await writeFile(teamFile, JSON.stringify(await makeTeam(prepared)));
}

export const team = (): Team => JSON.parse(readFileSync(teamFile, 'utf8'));

/** A data folder for a test, which has no contacts, but accounts: to make one takes longer than the rest of a start. */
export async function preparedFolder(): Promise<TemporaryFolder> {
  const made = await temporaryFolder();
  await cp(path.join(prepared, 'database'), path.join(made.folder, 'database'), { recursive: true });
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
