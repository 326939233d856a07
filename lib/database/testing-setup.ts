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
    /** Connection strings of the server of TEST_DATABASE_URL, or of the coordinator of TEST_CITUS_URL and its workers. */
    nodes: string[];
    /** Template database on each: migrated and empty. */
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

  const { TEST_DATABASE_URL: postgres, TEST_CITUS_URL: citus } = process.env;
  const nodes = citus ? await nodesOf(citus) : postgres ? [postgres] : [];
  const template = `roster_template_${process.pid}`;
  project.provide('nodes', nodes);
  project.provide('template', template);
  const [server] = nodes;
  if (server) {
    await onServers(nodes, `create database ${template} encoding 'UTF8' template template0`);
    const urls = nodes.map((node) => urlOf(node, template));
    if (citus) await joinNodes(urls);
    // Of 32, copies of the database would take seconds.
    if (citus) await onServer(server, `alter database ${template} set citus.shard_count = 4`);
    await (await openDatabase({ url: urls[0], dataDir: folder })).close();
    // Nor may a process of the extension connect, while the database is copied.
    if (citus) await onServers(nodes, `alter database ${template} allow_connections false`);
    if (citus)
      await onServers(
        nodes,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
      );
  }
  return async () => {
    await onServers(nodes, `drop database if exists ${template} with (force)`);
    for (const node of nodes)
      for (const copy of await databasesLike(node, `${template}_`))
        await onServer(node, `drop database ${copy} with (force)`);
    await rm(folder, { recursive: true });
  };
}

/** The coordinator and the workers of a database on Citus. A copy of its tables on each is a copy of all of them. */
async function nodesOf(coordinator: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by groupid',
    );
    return [
      coordinator,
      ...rows.map(({ host, port }) => Object.assign(new URL(coordinator), { host: `${host}:${port}` }).href),
    ];
  } finally {
    await client.end();
  }
}

async function joinNodes([coordinator = '', ...workers]: string[]): Promise<void> {
  await onServers([coordinator, ...workers], 'create extension citus');
  const named = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port}`;
  await onServer(coordinator, `select citus_set_coordinator_host(${named(coordinator)})`);
  for (const worker of workers) await onServer(coordinator, `select citus_add_node(${named(worker)})`);
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function databasesLike(server: string, prefix: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    return rows.map(({ datname }) => datname);
  } finally {
    await client.end();
  }
}

/** Runs one statement on each. */
export async function onServers(urls: string[], statement: string): Promise<void> {
  await Promise.all(urls.map((url) => onServer(url, statement)));
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
