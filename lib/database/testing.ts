import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, embedded, openDatabase } from './database';
import type { EmbeddedEngine } from './embedded-engine';
import { onServers } from './testing-setup';

export interface TestEngine {
  name: string;
  /** Opens a new, migrated database, which is deleted on close. */
  open(): Promise<Database>;
}

const { TEST_DATABASE_URL: postgres, TEST_CITUS_URL: citus } = process.env;

/** Held, so that all engines of a process share its machine code instead of compiling it anew. */
export const engineCode: Promise<WebAssembly.Module> = readFile(
  new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')),
).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));

export const embeddedEngine: TestEngine = {
  name: 'PGlite',
  async open() {
    return embedded('memory://', { snapshot: await readFile(inject('snapshot')) });
  },
};

/** With a URL for other processes. */
export interface ServerDatabase extends Database {
  url: string;
}

/** For what only a single server has, such as its locks. */
export const isCitus = Boolean(citus);

/** With TEST_CITUS_URL, Citus takes the place of both. */
export const serverEngine = (citus || postgres) && {
  name: citus ? 'Citus' : 'PostgreSQL',
  async open(): Promise<ServerDatabase> {
    const name = `roster_test_${randomBytes(6).toString('hex')}`;
    const nodes = inject('nodes');
    await onServers(nodes, `create database ${name} template ${inject('template')} strategy file_copy`);
    const url = new URL(nodes[0] as string);
    url.pathname = `/${name}`;
    const database = await openDatabase({ url: url.href, dataDir: '' });
    return {
      ...database,
      url: url.href,
      async close() {
        await database.close();
        await onServers(nodes, `drop database if exists ${name} with (force)`);
      },
    };
  },
};

/** Engines to test all SQL on. */
export const engines: TestEngine[] = [
  ...(citus ? [] : [embeddedEngine]),
  ...(serverEngine ? [serverEngine] : []),
];

/** A connected client of an embedded engine. */
export async function clientOf(engine: EmbeddedEngine): Promise<pg.Client> {
  const stream = () => engine.connect();
  const client = new pg.Client({ user: 'postgres', database: 'postgres', ssl: false, stream });
  client.on('error', () => {});
  await client.connect();
  return client;
}
