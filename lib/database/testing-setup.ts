import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { embedded, openDatabase } from './database';
import { migrate } from './migrate';
import { dropTemplate, makeTemplate, testNodes } from './testing-nodes';

declare module 'vitest' {
  export interface ProvidedContext {
    /** File with a migrated, empty embedded database. */
    snapshot: string;
    /** Connection strings of the server of TEST_DATABASE_URL, or of the coordinator of TEST_CITUS_URL and its workers. */
    nodes: string[];
    /** Name of the migrated, empty template database on each node. */
    template: string;
  }
}

/** Creates the initial databases of all tests, once for each engine. Returns a function that removes them. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'roster-test-'));
  const origin = await embedded('memory://');
  const client = await origin.pool.connect();
  await migrate(client);
  // Templates make up two thirds of all files, and are only needed to create databases.
  await client.query('update pg_database set datistemplate = false');
  await client.query('drop database template0');
  await client.query('drop database template1');
  client.release();
  const snapshot = join(folder, 'snapshot.tar');
  await writeFile(snapshot, await origin.dump());
  await origin.close();
  project.provide('snapshot', snapshot);

  const nodes = await testNodes();
  const template = `roster_template_${process.pid}`;
  project.provide('nodes', nodes);
  project.provide('template', template);
  if (nodes.length > 0)
    await makeTemplate(nodes, template, async (url) =>
      (await openDatabase({ url, dataDir: folder })).close(),
    );
  return async () => {
    await dropTemplate(nodes, template);
    await rm(folder, { recursive: true });
  };
}
