import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Folder of the program: this repository, or a packed program named by PROGRAM. */
const root = path.resolve(process.env.PROGRAM ?? path.join(import.meta.dirname, '..'));

/** Settings of the programs that tests start. */
export const API_TOKEN = 'token-of-the-end-to-end-tests-0001';
export const APP_SECRET = 'secret-of-the-end-to-end-tests-0001';
export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

export interface Program {
  /** URL from the ready line. */
  url: string;
  child: ChildProcess;
  /** Everything that the program has printed so far. */
  output(): string;
  /** Resolves to the exit status; `null` if a signal ended the program. */
  ended: Promise<number | null>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface TemporaryFolder {
  folder: string;
  /** Location of the database, for `openDatabase`. */
  location: { dataDir: string; url?: string };
  /** Environment that makes programs and commands use this folder. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Creates an empty data folder for a test, and a function that removes it. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-e2e-'));
  return {
    folder,
    location: { dataDir: folder },
    env: { DATA_DIR: folder },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Finds a free port, for a URL that must be known before the start, such as the callback of a company sign-in. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a command like `npm run` does, on the embedded database. */
export function runScript(env: Record<string, string>, ...args: string[]) {
  return spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...env },
    encoding: 'utf8',
  });
}

/** Starts the built program like `npm start`, without waiting until it is ready. */
export function spawnProgram(env: Record<string, string>): Omit<Program, 'url'> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DRAIN_DELAY: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      APP_SECRET,
      CONTACTS_API_TOKEN: API_TOKEN,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data));
  const ended = once(child, 'close').then(() => child.exitCode);
  return {
    child,
    output: () => output,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts the program and waits until it is ready.
 *
 * @throws Error with the program's output if it ends before.
 */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const program = spawnProgram(env);
  const url = await new Promise<string>((resolve, reject) => {
    program.child.stdout?.on('data', () => {
      const [, found] = /^Roster is ready: (\S+)$/m.exec(program.output()) ?? [];
      if (found) resolve(found);
    });
    program.child.once('close', () => reject(new Error(`The program ended:\n${program.output()}`)));
  });
  return { ...program, url };
}
