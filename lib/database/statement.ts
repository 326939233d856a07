import pg from 'pg';
import type { Actor } from '@/lib/contract/actor';
import type { Database } from './database';
import { isOutage, isRemote } from './outage';

/** Organization and actor of a request, from its token. Passed to every query. */
export interface RequestContext {
  database: Database;
  organizationId: string;
  actor: Actor;
  requestId: string | null;
  /** Two letters (ISO 3166): where phone numbers without a country code are dialled. */
  country?: string | null;
  /** Of the organization, where the days of rules begin. */
  timeZone?: string | null;
  /** Import being run or undone. */
  importId?: string;
  /** Client whose open transaction statements run in. */
  client?: pg.PoolClient;
}

type Parser = (text: string) => unknown;

/** Converts a database time, from a column or from JSON, to ISO 8601 as on the wire. The session's time zone is UTC. */
export const parseTime = (text: string): string => {
  if (text[23] === 'Z') return text;
  if (text[23] === '+') return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const [fraction = ''] = /\.\d+/.exec(text) ?? [];
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(1, 4).padEnd(3, '0')}Z`;
};

const parsers: Record<number, Parser> = { 20: Number, 1184: parseTime };
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format),
};

/**
 * Holds back statements until the next tick, which sends them in one write: each write wakes the server. Returns the client.
 */
export function corkUntilNextTick<Client extends pg.Client>(client: Client): Client {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client;
}

/**
 * Runs one statement, in the transaction of `within` if given. If `organizationId` is given (`null` for all organizations), the
 * statement fails as soon as a worker with their data turns out to be silent.
 */
export async function run<Row extends object>(
  { pool, workers }: Pick<Database, 'pool' | 'workers'>,
  { name, text, values }: pg.QueryConfig,
  within?: pg.PoolClient,
  organizationId?: string | null,
): Promise<Row[]> {
  /** Runs the statement on this client, while its worker is watched. */
  const ask = async (client: pg.PoolClient) => {
    const unwatch = workers?.watch(client, organizationId);
    try {
      return (await client.query<Row>({ name, text, values, types })).rows;
    } finally {
      unwatch?.();
    }
  };
  if (within) return ask(corkUntilNextTick(within));
  workers?.refuse(organizationId);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await ask(client);
  } catch (cause) {
    // Keep the connection and its prepared statements after SQL errors, unless the server has ended the session.
    if (!sqlState(cause) || (isOutage(cause) && !isRemote(cause))) broken = cause as Error;
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Places of `$1`, the organization: compared, inserted, or passed to a function. */
const SCOPED = /organization_id = \$1\b|select \$1, |from \w+\(\$1, |(?:select|lateral) \w+\(\$1, /;

/** Texts of prepared statements by name, for the test of the rules in `docs/decisions/engines.md`. */
export const scopedTexts = new Map<string, string>();

/**
 * A prepared statement on one organization's data, as a function that runs it with a context and the values from `$2` on. `$1`
 * is always the request's organization. Throws if `text` does not use it.
 */
export function scoped<Row extends object>(name: string, text: string) {
  if (!SCOPED.test(text)) throw new Error(`The statement ${name} is not scoped to an organization.`);
  scopedTexts.set(name, text);
  return (context: RequestContext, ...values: unknown[]): Promise<Row[]> =>
    runForOrganization<Row>(context, values, { name, text });
}

/**
 * Runs dynamic SQL, planned for its `values` (from `$2` on), on the data of the request's organization, which is `$1`. Throws
 * if `text` does not use it.
 */
export function runScoped<Row extends object>(
  context: RequestContext,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  if (!SCOPED.test(text)) throw new Error('The statement is not scoped to an organization.');
  return runForOrganization<Row>(context, values, { text });
}

/** Runs a statement in the open transaction of the context, if any, with the organization as `$1`. */
function runForOrganization<Row extends object>(
  { database, client, organizationId }: RequestContext,
  values: unknown[],
  { name, text }: { name?: string; text: string },
): Promise<Row[]> {
  return run<Row>(database, { name, text, values: [organizationId, ...values] }, client, organizationId);
}

/** Collects the values after `$1` of dynamic SQL; `parameter` adds one and returns its placeholder. */
export function parameters() {
  const values: unknown[] = [];
  return { values, parameter: (value: unknown): string => `$${values.push(value) + 1}` };
}

/** SQLSTATE of a database error; `undefined` for any other error. */
export function sqlState(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('severity' in cause) || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' && cause.code.length === 5 ? cause.code : undefined;
}

/** Thrown after too many conflicts with other requests: the caller should retry later. */
export class RetriesExhausted extends Error {}

/** Serialization failure, deadlock, unique, foreign key and check violation: lost a race. */
const RACES = new Set(['40001', '40P01', '23505', '23503', '23514']);
const MOST_TRIES = 20;

/** Thrown for a lost race that the program itself has noticed. */
export class LostRace extends Error {}

export function isRace(cause: unknown): cause is Error & { constraint?: string } {
  return cause instanceof LostRace || RACES.has(sqlState(cause) ?? '');
}

/**
 * Whether a write lost a race at this constraint. Citus names the constraint only in the message, followed by a shard's id.
 */
export function violates(cause: unknown, constraint: string): boolean {
  if (!isRace(cause)) return false;
  const name = cause.constraint ?? /constraint "(\w+)"/.exec(cause.message)?.[1];
  return name?.replace(/_\d+$/, '') === constraint;
}

/** Calls up to 20 times while the call loses a race, then throws that error; the next attempt sees what the winner wrote. */
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
