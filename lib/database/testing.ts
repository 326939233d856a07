import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { listTables, readRows } from './backup';
import { type Database, embeddedPool, openDatabase } from './database';
import { type EmbeddedEngine, startEngine } from './embedded-engine';
import { copyTemplate } from './testing-nodes';

export interface TestEngine {
  name: string;
  /** Opens a new, migrated database, which is deleted on close. */
  open(): Promise<Database>;
}

const { TEST_DATABASE_URL: postgres, TEST_CITUS_URL: citus } = process.env;

/** PGlite's module, held so that all engines of a process share its machine code instead of compiling it again. */
export const engineCode: Promise<WebAssembly.Module> = readFile(
  new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')),
).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));

/** Embedded databases in memory, which the tests of a process reuse. */
export const embeddedEngine: TestEngine = reusing('PGlite', async () => {
  const engine = await startEngine({ snapshot: await readFile(inject('snapshot')) });
  const session = () => embeddedPool(engine);
  return {
    async open(): Promise<Database> {
      const pool = session();
      return { pool, engine: 'embedded', close: () => pool.end() };
    },
    session,
    remove: () => engine.close(),
  };
});

/** A database with the URL that other processes need. */
export interface ServerDatabase extends Database {
  url: string;
}

/** Whether tests run on Citus, which lacks features of a single server, such as its locks. */
export const isCitus = Boolean(citus);

/** The server of TEST_DATABASE_URL, or the Citus coordinator of TEST_CITUS_URL. */
export const serverEngine =
  (citus || postgres) &&
  reusing(citus ? 'Citus' : 'PostgreSQL', async () => {
    const { url, remove } = await copyTemplate(inject('nodes'), inject('template'));
    return {
      open: async (): Promise<ServerDatabase> => ({ ...(await openDatabase({ url, dataDir: '' })), url }),
      session: () => new pg.Pool({ connectionString: url, max: 1 }),
      remove,
    };
  });

/** Engines to test all SQL on: Citus alone if configured, else PGlite and the server. */
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

/** A new database without tables, functions and extensions. */
export async function emptied(engine: TestEngine): Promise<Database> {
  const database = await engine.open();
  await database.pool.query(`do $$ declare dropped text; begin
    foreach dropped in array array(
      select 'table if exists ' || oid::regclass from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      union all select 'function if exists ' || oid::regprocedure from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))
    loop execute 'drop ' || dropped || ' cascade'; end loop;
    drop extension pg_trgm, btree_gin cascade; end $$`);
  return database;
}

/** Every row of every table but `migrations`, as the database writes it, sorted. */
export async function rowsByTable({ pool }: Database): Promise<Record<string, string[]>> {
  const client = await pool.connect();
  const found: Record<string, string[]> = {};
  try {
    await client.query('begin');
    for (const { table, columns } of await listTables(client)) {
      const rows: string[] = [];
      for await (const some of readRows(client, table, columns)) rows.push(...some);
      found[table] = rows.sort();
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
  return found;
}

interface Kept<Opened> {
  open(): Promise<Opened>;
  /** A session without the program's settings. */
  session(): pg.Pool;
  remove(): Promise<void>;
}

/** Reuses databases for several test files, emptied in between: creating one takes longer than most files. */
function reusing<Opened extends Database>(name: string, make: () => Promise<Kept<Opened>>) {
  const idle: Kept<Opened>[] = [];
  /** Opens an idle database, or a new one. */
  const open = async (): Promise<Opened> => {
    const kept = idle.pop() ?? (await make());
    const database = await kept.open();
    const schema = await schemaOf(database.pool);
    /** Empties the database for other tests; removes it if the schema was changed, and on Citus. */
    const close = async () => {
      await database.close();
      const session = kept.session();
      // The query fails if the test has dropped the tables.
      const isKept = !isCitus && (await schemaOf(session).catch(() => null)) === schema;
      if (isKept) await empty(session);
      await session.end();
      if (isKept) idle.push(kept);
      else await kept.remove();
    };
    return { ...database, close };
  };
  return { name, open };
}

/** Text that differs if a test has changed the schema. */
async function schemaOf(session: pg.Pool): Promise<string> {
  const { rows } = await session.query(
    `select string_agg(concat_ws(' ', relname, relkind, relnatts, relhastriggers, reloptions), ', ' order by relname, oid),
       (select count(*) from pg_proc) as functions, (select string_agg(hash, ' ' order by id) from migrations) as migrations,
       (select count(*) from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())) as settings
     from pg_class where relnamespace = to_regnamespace('public')`,
  );
  return JSON.stringify(rows);
}

/** Removes rows, statistics and counters, as in a new database. */
async function empty(session: pg.Pool): Promise<void> {
  await session.query('discard all');
  await session.query(`do $$ declare name regclass; has_rows boolean; filled text[]; begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' loop
      execute format('select exists (select from %s)', name) into has_rows;
      if has_rows then filled = filled || name::text; end if;
    end loop;
    if filled is not null then execute format('truncate %s cascade', array_to_string(filled, ', ')); end if;
    delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
  end $$`);
  // Unflushed counters would be added after the reset.
  await session.query('select pg_stat_force_next_flush()');
  await session.query('select pg_stat_reset()');
}
