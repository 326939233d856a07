import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '@/lib/system/start-error';
import { connectionError } from './connection-error';
import { startEngine } from './embedded-engine';
import { acquireLock } from './lock';
import { migrate } from './migrate';

/** The open database: the one thing that SQL goes through, whichever engine it is. */
export interface Database {
  pool: pg.Pool;
  /** `embedded`: PGlite in a thread of this process, one session. `server`: PostgreSQL. */
  engine: 'embedded' | 'server';
  /** Finishes what is under way, closes the database and releases its folder. */
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** PostgreSQL connection string; without one the embedded database in `dataDir` is used. */
  url?: string;
  dataDir: string;
  log?: Log;
  /** Whether a statement may take as long as it needs: for a command that does one thing, and has time for it. */
  patient?: boolean;
}

/** Where to say that a connection was lost. */
interface Log {
  error(fields: object, message: string): void;
}

const OLDEST_SERVER = 150_000;

/**
 * Where names are looked up and made, whatever role, database or URL say of it: among what is recommended to secure a
 * server is to take `public` out. The extension may stand elsewhere, if somebody has installed it before.
 */
const SEARCH_PATH = `select set_config('search_path', concat_ws(', ', 'public', (select quote_ident(nspname)
  from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm' and nspname <> 'public')), false)`;

/**
 * What every session is set to. Plans are kept with prepared statements and functions, and the embedded database
 * never gathers statistics by itself: a plan made while a table was empty must not be a scan of all of it later. To compile
 * a query takes longer than to run one of these.
 */
const SESSION = `${SEARCH_PATH}; set timezone = 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on; set enable_seqscan = off; set max_parallel_workers_per_gather = 0; set jit = off; set default_transaction_isolation = 'read committed'`;

/**
 * So many connections to a server stay open however long nobody asks: a new one has to prepare its statements and read the
 * catalog first, and the first large search on it takes several times as long, until the server's shared memory is mapped.
 */
const KEPT_OPEN = 2;
/** Connections of this process to a PostgreSQL server. */
const POOL_SIZE = 10;
/** A server gives up a statement after this. */
const STATEMENT_MILLISECONDS = 30_000;
/** One that has not said even that by now is no longer there. */
const SILENT_MILLISECONDS = STATEMENT_MILLISECONDS + 5_000;

/** What a new client of the embedded database's one session begins with: nothing open, nothing prepared by the one before. */
const FRESH_SESSION = 'rollback; deallocate all';

/**
 * Opens the database and brings it to the current schema.
 * Throws `StartError` where the configuration is wrong or another process holds the
 * folder.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = location.url
    ? openServer(location.url, location.log, true)
    : await openEmbedded(location.dataDir);
  try {
    await prepare(database);
  } catch (cause) {
    await database.close();
    throw location.url ? connectionError(cause, location.url) : cause;
  }
  if (!location.url || location.patient) return database;
  await database.close();
  return openServer(location.url, location.log, false);
}

function openServer(url: string, log: Log | undefined, patient: boolean): Database {
  const pool = poolOf(
    {
      connectionString: strictTls(url),
      max: POOL_SIZE,
      min: KEPT_OPEN,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Before what stands in between forgets a connection that nobody uses, which some do after a few minutes.
      keepAliveInitialDelayMillis: 60_000,
      statement_timeout: STATEMENT_MILLISECONDS,
      ...(!patient && { query_timeout: SILENT_MILLISECONDS }),
      application_name: 'roster',
    },
    SESSION,
    log,
  );
  // Where one connection is silent the others are as well: whoever comes next is not to find that out again.
  pool.on('release', (err: unknown) => {
    if (!isSilence(err)) return;
    for (let count = pool.idleCount; count > 0; count--)
      pool.connect((_none, client) => client?.release(true));
  });
  return { pool, engine: 'server', close: () => pool.end() };
}

/** Whether a server was not heard of in time: whatever else is asked on that connection would wait as long. */
export function isSilence(cause: unknown): cause is Error {
  return cause instanceof Error && cause.message === 'Query read timeout';
}

/**
 * `pg` takes every mode with TLS for `verify-full`, unless the URL asks it to do as libpq does, and of the others it warns at
 * length, ahead of what a start has to say.
 */
function strictTls(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = acquireLock(dataDir);
  try {
    return await embedded(join(dataDir, 'database'), () => lock.release());
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

export interface EmbeddedDatabase extends Database {
  /** A consistent copy of all of it, as a tar file. */
  dump(): Promise<Uint8Array>;
}

/** An embedded database in the folder, or in memory (`memory://`, for tests). `snapshot` is one to start from. */
export async function embedded(
  folder: string,
  released: () => void = () => {},
  snapshot?: Uint8Array,
): Promise<EmbeddedDatabase> {
  const engine = await startEngine({
    ...(folder.startsWith('memory://') ? {} : { dataDir: folder }),
    ...(snapshot && { snapshot }),
  }).catch((cause: Error) => {
    // All that it says of files it may not read, or cannot make sense of, is that it failed.
    throw new StartError(
      `The database in ${folder} cannot be opened (${cause.message || cause.name}): make all of the folder readable and writable for this user, or, if it is damaged, put a copy in its place.`,
      { cause },
    );
  });
  const pool = poolOf(
    {
      user: 'postgres',
      database: 'postgres',
      stream: () => engine.connect(),
      ssl: false,
      max: 1,
      idleTimeoutMillis: 0,
    },
    `${FRESH_SESSION}; ${SESSION}`,
  );
  return {
    pool,
    engine: 'embedded',
    dump: () => engine.dump(),
    async close() {
      await pool.end();
      await engine.close();
      released();
    },
  };
}

function poolOf(config: pg.PoolConfig & { Client?: typeof pg.Client }, session: string, log?: Log): pg.Pool {
  const pool = new pg.Pool({ ...config, onConnect: async (client) => void (await client.query(session)) });
  // A connection that breaks while idle is replaced at the next query. One that breaks in use fails the query, and says so
  // itself as well: the pool does not listen then. Without a listener either would end the process.
  pool.on('error', (err) => log?.error({ err }, 'A connection to the database was lost.'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function prepare(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    const { rows } = await client.query<{ version: string; encoding: string }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
    );
    const found = rows[0];
    if (!found || Number(found.version) < OLDEST_SERVER)
      throw new StartError(
        'DATABASE_URL names a PostgreSQL server that is too old; Roster needs version 15 or newer.',
      );
    if (found.encoding !== 'UTF8')
      throw new StartError(
        `DATABASE_URL names a database with the encoding ${found.encoding}; create one with UTF8.`,
      );
    // Titles, codes and searches are compared without regard to case, also beyond A to Z.
    const { rows: folded } = await client.query<{ text: string; i: string }>(
      "select lower('ÄЯ') as text, lower('I') as i",
    );
    if (folded[0]?.text !== 'äя')
      throw new StartError(
        'DATABASE_URL names a database whose locale knows no letters but A to Z; create one with the locale C.UTF-8 or that of a language.',
      );
    // In Turkish, where neither is the other in small, the code FRIEND is not friend.
    if (folded[0].i !== 'i')
      throw new StartError(
        'DATABASE_URL names a database whose locale has another small I than i; create one with the locale C.UTF-8 or that of another language.',
      );
    await migrate(client);
  } finally {
    client.release();
  }
}
