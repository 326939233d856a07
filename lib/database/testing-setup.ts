import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { embedded, openDatabase } from './database';
import { migrate } from './migrate';

declare module 'vitest' {
  export interface ProvidedContext {
    /** File with a migrated, empty embedded database. */
    snapshot: string;
    /** Template database on the server of TEST_DATABASE_URL: migrated and empty. */
    template: string;
  }
}

/** Creates the initial databases of all tests, once for each engine. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'roster-test-'));
  const origin = await embedded('memory://');
  const client = await origin.pool.connect();
  await migrate(client);
  // Two thirds of all files, and only needed to create databases.
  await client.query('update pg_database set datistemplate = false');
  await client.query('drop database template0');
  await client.query('drop database template1');
  client.release();
  const snapshot = join(folder, 'snapshot.tar');
  await writeFile(snapshot, await origin.dump());
  await origin.close();
  project.provide('snapshot', snapshot);

  const server = process.env.TEST_DATABASE_URL;
  const template = `roster_template_${process.pid}`;
  project.provide('template', template);
  if (server) {
    await onServer(server, `create database ${template} encoding 'UTF8' template template0`);
    const url = new URL(server);
    url.pathname = `/${template}`;
    await (await openDatabase({ url: url.href, dataDir: folder })).close();
  }
  return async () => {
    if (server) await onServer(server, `drop database if exists ${template} with (force)`);
    await rm(folder, { recursive: true });
  };
}

/** Runs one statement on a new connection. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
