import pg from 'pg';
import type { Actor } from '@/lib/contract/actor';
import type { Database } from '@/lib/database/database';
import { isOutage } from '@/lib/database/outage';

/** Whose data a request sees and touches, and in whose name. Made from its token, passed on to every query. */
export interface RequestContext {
  database: Database;
  organizationId: string;
  actor: Actor;
  requestId: string | null;
  /** The import whose run, or whose undo, writes. */
  importId?: string;
  /** The transaction that its statements are part of; without one, each is its own. */
  client?: pg.PoolClient;
}

type Parser = (text: string) => unknown;

/** A time of the database, alone or in JSON, as ISO 8601: the form it has on the wire. The session's time zone is UTC. */
export const parseTime = (text: string): string => {
  if (text[19] === '.' && text[23] === '+') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const [fraction = ''] = /\.\d+/.exec(text) ?? [];
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(1, 4).padEnd(3, '0')}Z`;
};

const parsers: Record<number, Parser> = { 20: Number, 1184: parseTime };
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/** Runs one statement, of its own transaction unless `within` has one. */
export async function run<Row extends object>(
  database: Database,
  query: pg.QueryConfig,
  within?: pg.PoolClient,
): Promise<Row[]> {
  if (within) return (await within.query<Row>({ ...query, types })).rows;
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<Row>({ ...query, types });
    return rows;
  } catch (cause) {
    // An error that the database reports leaves the connection, and what is prepared on it, as good as before: unless it is
    // that the database ends it.
    if (!sqlState(cause) || isOutage(cause)) broken = cause as Error;
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Compared with, selected into a row, or handed to a function of the write path: never left out. */
const SCOPED = /organization_id = \$1\b|select \$1, |from \w+\(\$1, |(?:select|lateral) \w+\(\$1, /;

/**
 * A prepared statement of one organization's data: `$1` is always the organization of the request, so that no caller can
 * forget or choose it. The text has to use it as that.
 */
export function scoped<Row extends object>(name: string, text: string) {
  if (!SCOPED.test(text)) throw new Error(`The statement ${name} is not scoped to an organization.`);
  return (context: RequestContext, ...values: unknown[]): Promise<Row[]> =>
    run<Row>(context.database, { name, text, values: [context.organizationId, ...values] }, context.client);
}

/** The same for a text that is made for one occasion, which the database plans by its very values. */
export function runScoped<Row extends object>(
  context: RequestContext,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  if (!SCOPED.test(text)) throw new Error('The statement is not scoped to an organization.');
  return run<Row>(context.database, { text, values: [context.organizationId, ...values] }, context.client);
}

/** The values behind `$1` of a text that is being written; `parameter` adds one and says how the text names it. */
export function parameters() {
  const values: unknown[] = [];
  return { values, parameter: (value: unknown): string => `$${values.push(value) + 1}` };
}

/**
 * The five-character code of an error that the database reports (PostgreSQL, appendix A). Told by its shape: the
 * embedded database's errors are of a class of their own.
 */
export function sqlState(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' && cause.code.length === 5 ? cause.code : undefined;
}

/** A request that others kept from being done for too long: the caller is told to try again later. */
export class GaveUp extends Error {}

/** serialization failure, deadlock, unique, foreign key and check violation: somebody else was quicker. */
const RACES = new Set(['40001', '40P01', '23505', '23503', '23514']);
const MOST_TRIES = 20;

export function isRace(cause: unknown): cause is Error & { constraint?: string } {
  return RACES.has(sqlState(cause) ?? '');
}

/** Repeats a statement that lost a race: the next time it sees what the other one did, and answers by it. */
export async function retryOnConflict<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (cause) {
      if (!isRace(cause) || attempt === MOST_TRIES) throw cause;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt * 2));
    }
  }
}
