import type { Query } from '../transaction';

/** Maximum of failed sign-ins within a number of seconds. */
interface Limit {
  max: number;
  seconds: number;
}

const QUARTER = 15 * 60;
/** One person from one address or known browser: typing errors. */
const perPair: Limit = { max: 10, seconds: QUARTER };
/** One address trying many people; high enough for an office behind one address. */
const perAddress: Limit = { max: 60, seconds: QUARTER };
/** One person from all addresses, except known browsers. */
const perEmail: Limit = { max: 60, seconds: 60 * 60 };

export interface Attempt {
  email: string;
  /** `null` if unknown. */
  address: string | null;
  /** Id of a browser this person has signed in with before. */
  browser: string | null;
}

/**
 * Counts failed sign-ins, in the database because there may be several instances. Attempts are counted before the
 * password is checked, so that parallel guesses cannot slip through, and taken back on success.
 */
export class SignInLimit {
  constructor(private readonly pool: Query) {}

  /** Counts an attempt, and returns `null`; after too many, returns the seconds to wait. */
  async count(attempt: Attempt): Promise<number | null> {
    const limits = limitKeys(attempt);
    // Check before writing: an attempt refused by one limit must not count for the others.
    const { rows: past } = await this.pool.query<Counter>(
      `select key, count, ${WAIT} from staff_rate_limit where key = any($1) and resets_at > now()`,
      [[...limits.keys()]],
    );
    const reached = longestWait(past.filter((row) => row.count >= maxOf(row.key)));
    if (reached !== null) return reached;
    const { rows: counted } = await this.pool.query<Counter>(
      `insert into staff_rate_limit as known (key, count, resets_at)
       select key, 1, now() + make_interval(secs => seconds)
       from unnest($1::text[], $2::integer[]) as given (key, seconds)
       on conflict (key) do update set
         count = case when known.resets_at <= now() then 1 else known.count + 1 end,
         resets_at = case when known.resets_at <= now() then excluded.resets_at else known.resets_at end
       returning key, count, ${WAIT}`,
      [[...limits.keys()], [...limits.values()].map(({ seconds }) => seconds)],
    );
    // Parallel attempts may have exceeded the limit meanwhile.
    return longestWait(counted.filter((row) => row.count > maxOf(row.key)));

    function maxOf(key: string): number {
      return limits.get(key)?.max ?? 0;
    }
  }

  /** Takes back the count of an attempt that succeeded, or did not run. */
  async takeBack(attempt: Attempt): Promise<void> {
    // One row per statement: locking several in another order than `count` does could deadlock.
    for (const one of limitKeys(attempt).keys())
      await this.pool.query('update staff_rate_limit set count = greatest(count - 1, 0) where key = $1', [
        one,
      ]);
  }
}

interface Counter {
  key: string;
  count: number;
  wait: number;
}

const WAIT = 'ceil(extract(epoch from resets_at - now()))::integer as wait';

/** The longest wait in seconds, at least 1; `null` without rows. */
function longestWait(rows: { wait: number }[]): number | null {
  return rows.length > 0 ? Math.max(1, ...rows.map((row) => row.wait)) : null;
}

/** The limits of an attempt by their keys: of a known browser alone, else of email, address and both together. */
function limitKeys({ email, address, browser }: Attempt): Map<string, Limit> {
  if (browser) return new Map([[`browser ${browser}`, perPair]]);
  const keys = new Map([[`email ${email}`, perEmail]]);
  if (address) keys.set(`address ${address}`, perAddress).set(`email ${email} from ${address}`, perPair);
  return keys;
}
