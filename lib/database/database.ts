import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { serverUrls } from '@/lib/system/database-url';
import { StartError } from '@/lib/system/start-error';
import { connectionError } from './connection-error';
import { isCitus } from './distribute';
import { copyFolder, removeCopies } from './embedded-copy';
import { type EmbeddedEngine, startEngine } from './embedded-engine';
import { Heartbeat } from './heartbeat';
import { acquireLock } from './lock';
import { appliedMigrations, migrate, refuseOutdated } from './migrate';
import { refuseTransactionPooler } from './pooler';
import { ServerPool } from './server-pool';
import { logSlowStatements } from './slow-statements';
import { Workers } from './workers';

/** An open database, on either engine. */
export interface Database {
  pool: pg.Pool;
  /** `embedded`: PGlite in a worker thread, with a single session. `server`: PostgreSQL. */
  engine: 'embedded' | 'server';
  /** Watches the workers of a Citus coordinator, which store the organizations. */
  workers?: Workers;
  /** Copies the files of the embedded database and opens the copy in another engine; `null` if the disk is too full. */
  copy?: () => Promise<Database | null>;
  /** Writes the address for operator commands into the lock file of the embedded database's folder. */
  announce?: (address: string) => void;
  /** Finishes running queries, closes the database and releases its folder. */
  close(): Promise<void>;
}

interface DatabaseLocation {
  /** PostgreSQL connection string with one or more hosts; if unset, the embedded database in `dataDir` is used. */
  url?: string;
  /** Maximum number of connections to a server, at least 2. */
  poolSize?: number;
  dataDir: string;
  log?: Log;
  /** Statements that take longer are logged. */
  slowMilliseconds?: number;
  /** Disables the client-side timeout and the heartbeat, for commands with long queries. */
  patient?: boolean;
  /** How to treat the schema; `upgraded` by default. */
  schema?: SchemaState;
  /** Version of this program, recorded in a database that it creates or upgrades. */
  version?: string;
  /** Runs before the schema of a database in use is upgraded. */
  beforeUpgrade?: BeforeUpgrade;
  /** Folder of the embedded database in `dataDir`. */
  folder?: string;
}

/**
 * `upgraded`: bring the schema up to date, as a start does. `current`: throw if it is outdated. `created`: like `current`, but
 * create the schema in an empty database. `as it is`: skip the check.
 */
export type SchemaState = 'upgraded' | 'current' | 'created' | 'as it is';

export type BeforeUpgrade = (client: pg.PoolClient, engine: Database['engine']) => Promise<void>;

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Folder of the embedded database in the data folder. */
export const EMBEDDED = 'database';

const OLDEST_SERVER = 150_000;

/** Overrides settings of role, database and URL. Includes other schemas in which extensions have been installed. */
const SEARCH_PATH = `select set_config('search_path', concat_ws(', ', 'public', (select string_agg(distinct quote_ident(nspname), ', ')
  from pg_extension join pg_namespace n on n.oid = extnamespace where extname in ('pg_trgm', 'btree_gin') and nspname <> 'public')), false)`;

/**
 * Session settings. No sequential scans: plans are cached, and one made for an empty table would later scan all of it.
 * No JIT: compiling takes longer than these queries.
 */
const SESSION = `${SEARCH_PATH}; set timezone = 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on; set enable_seqscan = off; set max_parallel_workers_per_gather = 0; set jit = off; set default_transaction_isolation = 'read committed'`;

/** Connections kept open while idle, because the first large search on a new one takes several times as long. */
const KEPT_OPEN = 2;
/** Server-side timeout of a statement. */
const STATEMENT_MILLISECONDS = 30_000;
/** How long a Citus coordinator tries to connect to a worker. Queries on several workers wait as long for a dead one. */
const WORKER_MILLISECONDS = 600;
/** How long a probe of the server waits for a connection, and for the answer. */
const PROBE_MILLISECONDS = 2_000;
/** Client-side timeout, for a server that no longer responds. */
const SILENT_MILLISECONDS = STATEMENT_MILLISECONDS + 5_000;

/**
 * Opens the database and treats its schema as `location.schema` says.
 *
 * @throws StartError if the configuration is wrong, the schema does not fit, or another process uses the folder.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const { url, dataDir, poolSize = 10, log, slowMilliseconds, patient = false, folder = EMBEDDED } = location;
  const open = (isPatient: boolean) => openServer(url as string, poolSize, log, isPatient);
  const database = url ? open(patient) : await openEmbedded(dataDir, folder, log);
  if (log && slowMilliseconds) logSlowStatements(database.pool, { milliseconds: slowMilliseconds, log });
  // Migrations take longer than the client-side timeout.
  const first = url && !patient ? open(true) : database;
  try {
    if (url) await refuseTransactionPooling(first);
    // Connect meanwhile, which takes as long as checking the migrations.
    const [hasWorkers] = await Promise.all([
      prepareSchema(first, location),
      first !== database && database.pool.query('select'),
    ]);
    if (url && hasWorkers) watchWorkers(database, url);
  } catch (cause) {
    await database.close();
    throw url ? connectionError(cause, url) : cause;
  } finally {
    if (first !== database) await first.close();
  }
  return database;
}

/**
 * Creates the pool of connections to a server. Unless `patient`, queries time out after 35 s, and a heartbeat watches for a
 * silent server. The server ends a statement after 30 s, unless its session sets another timeout.
 */
function openServer(url: string, size: number, log: Log | undefined, patient: boolean): Database {
  const pool = new ServerPool({
    urls: serverUrls(url),
    max: size,
    min: KEPT_OPEN,
    pipeline: true,
    session: `${SESSION}; set statement_timeout = ${STATEMENT_MILLISECONDS}; set citus.node_connection_timeout = ${WORKER_MILLISECONDS}`,
    ...(!patient && { query_timeout: SILENT_MILLISECONDS }),
  });
  handleErrors(pool, log);
  // One silent connection means that the idle ones are dead as well.
  pool.on('release', (err: unknown) => {
    if (!isSilence(err)) return;
    for (let count = pool.idleCount; count > 0; count--)
      pool.connect((_none, client) => client?.release(true));
  });
  if (patient) return { pool, engine: 'server', close: () => pool.end() };
  const probe = new ServerPool({
    urls: serverUrls(url),
    max: 1,
    min: 1,
    session: 'select',
    connectionTimeoutMillis: PROBE_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
  });
  handleErrors(probe);
  const heartbeat = new Heartbeat(pool, probe);
  const close = () => Promise.all([heartbeat.close(), pool.end()]);
  return { pool, engine: 'server', close: async () => void (await close()) };
}

/** Adds to `database` a watch over the workers of a Citus coordinator; closing the database ends the watch, too. */
function watchWorkers(database: Database, url: string): void {
  const pool = new ServerPool({
    urls: serverUrls(url),
    max: 2,
    session: `set citus.max_cached_conns_per_worker = 0; set citus.node_connection_timeout = ${WORKER_MILLISECONDS}`,
    query_timeout: SILENT_MILLISECONDS,
  });
  handleErrors(pool);
  const workers = new Workers(pool);
  const { close } = database;
  Object.assign(database, {
    workers,
    close: () => Promise.all([workers.close(), close()]),
  });
}

/** Whether the server did not respond in time, so that other queries on the connection would time out, too. */
export function isSilence(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message === 'Query read timeout';
}

/** Locks the data folder, removes copies left there, and opens the database. Closing it releases the lock. */
async function openEmbedded(dataDir: string, folder: string, log?: Log): Promise<Database> {
  const lock = acquireLock(dataDir);
  try {
    await removeCopies(join(dataDir, folder));
    const database = await embedded(join(dataDir, folder), { log, released: () => lock.release() });
    return { ...database, announce: (address) => lock.announce(address) };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

export interface EmbeddedDatabase extends Database {
  /** Dumps the data folder as a tar file. */
  dump(): Promise<Uint8Array>;
}

/**
 * Opens an embedded database in a folder, which it creates if missing, or in memory (`memory://`, for tests), optionally from
 * a snapshot. Leaves locks and schema to the caller.
 *
 * @throws StartError if it cannot be opened.
 */
export async function embedded(
  folder: string,
  options: { log?: Log; released?: () => unknown; snapshot?: Uint8Array; isCopy?: boolean } = {},
): Promise<EmbeddedDatabase> {
  const { log, released, ...others } = options;
  const inMemory = folder.startsWith('memory://');
  const engine = await startEngine({ ...(!inMemory && { dataDir: folder }), ...others }).catch(
    (cause: Error) => {
      // PGlite does not say whether files are unreadable or damaged.
      throw new StartError(
        `The database in ${folder} cannot be opened (${cause.message || cause.name}): make the folder readable and writable for this user or, if it is damaged, restore a backup.`,
        { cause },
      );
    },
  );
  const pool = embeddedPool(engine);
  return {
    pool,
    engine: 'embedded',
    dump: () => engine.dump(),
    ...(!inMemory && { copy: () => openCopy(folder, pool, log) }),
    /** Waits for running queries, then closes the database and tells `released`. */
    async close() {
      await pool.end();
      await engine.close();
      await released?.();
    },
  };
}

/** Copies the database and opens the copy, which closing deletes; `null`, with a warning, if the disk has no space. */
async function openCopy(folder: string, pool: pg.Pool, log?: Log): Promise<Database | null> {
  const copy = await copyFolder(folder, pool);
  if (!copy) {
    log?.warn({ folder }, 'No space for a copy of the database: requests wait until it is backed up.');
    return null;
  }
  const released = () => rm(copy, { recursive: true });
  return embedded(copy, { released, isCopy: true }).catch(async (cause: unknown) => {
    await released();
    throw cause;
  });
}

/** A pool of the single session of an embedded engine. */
export function embeddedPool(engine: EmbeddedEngine): pg.Pool {
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    stream: () => engine.connect(),
    ssl: false,
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    // A previous client may have left the session in any state.
    onConnect: async (client) => void (await client.query(`rollback; deallocate all; ${SESSION}`)),
  });
  handleErrors(pool);
  return pool;
}

/** Keeps broken connections from ending the process; logs idle ones that are lost. */
function handleErrors(pool: pg.Pool, log?: Log): void {
  // Without listeners, a broken connection would end the process. The pool replaces it.
  pool.on('error', (err) => log?.error({ err }, 'Lost a database connection.'));
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Opens two connections and checks what they lead to. @throws StartError for a pooler in transaction mode. */
async function refuseTransactionPooling({ pool }: Database): Promise<void> {
  const clients: pg.PoolClient[] = [];
  try {
    for (let count = 0; count < 2; count++) clients.push(await pool.connect());
    const [one, other] = clients as [pg.PoolClient, pg.PoolClient];
    await refuseTransactionPooler(one, other);
  } finally {
    for (const client of clients) client.release();
  }
}

/**
 * Treats the schema as asked; returns whether the server is a Citus coordinator.
 *
 * @throws StartError if server or schema do not fit.
 */
async function prepareSchema(
  database: Database,
  { schema = 'upgraded', version, beforeUpgrade, log }: DatabaseLocation,
): Promise<boolean> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ version: string; encoding: string; read_only: boolean }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as read_only",
    );
    const found = rows[0];
    if (!found || Number(found.version) < OLDEST_SERVER)
      throw new StartError(
        'The PostgreSQL server in DATABASE_URL is too old; Roster needs version 15 or newer.',
      );
    if (found.read_only)
      throw new StartError(
        'The database in DATABASE_URL is read-only, as a standby is: use the primary server, or turn default_transaction_read_only off.',
      );
    if (found.encoding !== 'UTF8')
      throw new StartError(
        `The database in DATABASE_URL has the encoding ${found.encoding}; create one with UTF8.`,
      );
    // Titles, codes and searches ignore case. The locale C only knows A to Z; in Turkish, I is not the capital of i.
    const { rows: folded } = await client.query<{ text: string }>("select lower('ÄЯI') as text");
    if (folded[0]?.text !== 'äяi')
      throw new StartError(
        'The locale of the database in DATABASE_URL cannot compare text without regard to case; create one with the locale C.UTF-8.',
      );
    const isCreated = schema === 'created' && (await appliedMigrations(client)).size === 0;
    if (schema === 'upgraded' || isCreated)
      await migrate(client, {
        version,
        before: beforeUpgrade && ((before) => beforeUpgrade(before, database.engine)),
        done: (upgraded) => log?.info(upgraded, 'Upgraded the database.'),
      });
    else if (schema !== 'as it is') await refuseOutdated(client);
    return await isCitus(client);
  } finally {
    client.release();
  }
}
