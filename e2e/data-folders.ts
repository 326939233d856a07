import { readFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyTemplate, dropTemplate, makeTemplate, testNodes } from '../lib/database/testing-nodes';
import { makeTeam, type Team } from './make-team';
import { type Program, startProgram, type TemporaryFolder, temporaryFolder } from './program';

const prepared = path.resolve(import.meta.dirname, '../test-results/prepared');
const teamFile = path.join(prepared, 'team.json');
/** Name of the template database on each Citus node, if TEST_CITUS_URL is set. */
const TEMPLATE = 'roster_journeys';

const nodes = async () => (process.env.TEST_CITUS_URL ? await testNodes() : []);

/** Global setup: creates the database that each program starts with. Returns the teardown. */
export default async function prepare(): Promise<() => Promise<void>> {
  await rm(prepared, { recursive: true, force: true });
  await mkdir(prepared, { recursive: true });
  const save = async (location: { dataDir: string; url?: string }) =>
    writeFile(teamFile, JSON.stringify(await makeTeam(location)));
  const servers = await nodes();
  await dropTemplate(servers, TEMPLATE);
  if (servers.length === 0) await save({ dataDir: prepared });
  else await makeTemplate(servers, TEMPLATE, (url) => save({ dataDir: prepared, url }));
  return () => dropTemplate(servers, TEMPLATE);
}

export const team = (): Team => JSON.parse(readFileSync(teamFile, 'utf8'));

/** Creates a data folder with accounts and no contacts. Creating accounts takes longer than the rest of a start. */
export async function preparedFolder(): Promise<TemporaryFolder> {
  const made = await temporaryFolder();
  const servers = await nodes();
  if (servers.length === 0) {
    await cp(path.join(prepared, 'database'), path.join(made.folder, 'database'), { recursive: true });
    return made;
  }
  const { url, remove } = await copyTemplate(servers, TEMPLATE);
  return {
    folder: made.folder,
    location: { ...made.location, url },
    env: { ...made.env, DATABASE_URL: url },
    async remove() {
      await remove();
      await made.remove();
    },
  };
}

/** Starts a program on a data folder, which is deleted when the program is stopped. */
export async function startOn(
  { env: own, remove }: TemporaryFolder,
  env: Record<string, string> = {},
): Promise<Program> {
  const program = await startProgram({ ...own, ...env });
  const stop = async (signal?: NodeJS.Signals) => {
    const status = await program.stop(signal);
    await remove();
    return status;
  };
  return { ...program, stop };
}
