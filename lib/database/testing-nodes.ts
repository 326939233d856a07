import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Connection strings of a server, or of a Citus coordinator and its workers. */
export type Nodes = string[];

/** Nodes of TEST_CITUS_URL, else of TEST_DATABASE_URL; none if neither is set. */
export async function testNodes(): Promise<Nodes> {
  const { TEST_DATABASE_URL: postgres, TEST_CITUS_URL: citus } = process.env;
  return citus ? await nodesOf(citus) : postgres ? [postgres] : [];
}

/**
 * Creates a template database on each node and fills it with `fill`. On Citus, copying the database of every node copies the
 * distributed tables.
 */
export async function makeTemplate(
  nodes: Nodes,
  template: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const isCitus = nodes.length > 1;
  await onServers(nodes, `create database ${template} encoding 'UTF8' template template0`);
  const urls = nodes.map((node) => urlOf(node, template));
  const [server = ''] = nodes;
  if (isCitus) await joinNodes(urls);
  // With 32 shards, the default, copying the database would take seconds.
  if (isCitus) await onServer(server, `alter database ${template} set citus.shard_count = 4`);
  await fill(urls[0] as string);
  if (!isCitus) return;
  // A database can only be copied while nothing is connected, not even a process of the extension.
  await onServers(nodes, `alter database ${template} allow_connections false`);
  await onServers(
    nodes,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`,
  );
}

/** Copies a template. Returns the copy's URL, and a function that drops it. */
export async function copyTemplate(nodes: Nodes, template: string) {
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await onServers(nodes, `create database ${name} template ${template} strategy file_copy`);
  return {
    url: urlOf(nodes[0] as string, name),
    // First without force, which waits for sessions that are ending: force would make them fail.
    remove: () =>
      onServers(nodes, `drop database if exists ${name}`).catch(() =>
        onServers(nodes, `drop database if exists ${name} with (force)`),
      ),
  };
}

/** Drops a template and its leftover copies. */
export async function dropTemplate(nodes: Nodes, template: string): Promise<void> {
  await onServers(nodes, `drop database if exists ${template} with (force)`);
  for (const node of nodes)
    for (const copy of await databasesLike(node, `${template}_`))
      await onServer(node, `drop database ${copy} with (force)`);
}

/** Runs one statement on each server. */
export async function onServers(urls: Nodes, statement: string): Promise<void> {
  await Promise.all(urls.map((url) => onServer(url, statement)));
}

/** Runs one statement on a new connection. */
export async function onServer(url: string, statement: string): Promise<void> {
  await rowsOf(url, statement);
}

/** Connection strings of a Citus coordinator and its workers. */
async function nodesOf(coordinator: string): Promise<Nodes> {
  const workers = await rowsOf<{ host: string; port: number }>(
    coordinator,
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by groupid',
  );
  return [
    coordinator,
    ...workers.map(({ host, port }) => Object.assign(new URL(coordinator), { host: `${host}:${port}` }).href),
  ];
}

/** Joins the databases to one Citus cluster, the first of them the coordinator. */
async function joinNodes([coordinator = '', ...workers]: Nodes): Promise<void> {
  await onServers([coordinator, ...workers], 'create extension citus');
  const named = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port}`;
  await onServer(coordinator, `select citus_set_coordinator_host(${named(coordinator)})`);
  for (const worker of workers) await onServer(coordinator, `select citus_add_node(${named(worker)})`);
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

/** Names of the server's databases that begin with `prefix`. */
async function databasesLike(server: string, prefix: string): Promise<string[]> {
  const found = await rowsOf<{ datname: string }>(
    server,
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  return found.map(({ datname }) => datname);
}

/** Runs one statement on a connection of its own, and returns its rows. */
async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
