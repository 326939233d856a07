import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staffRateLimit } from '@/lib/database/staff-tables';

/** How many failed sign-ins a key may have in how many seconds. */
interface Limit {
  max: number;
  seconds: number;
}

const QUARTER = 15 * 60;
/** One person mistyping, seen from one address or in one known browser. */
const perPair: Limit = { max: 10, seconds: QUARTER };
/** One address trying many people; an office behind one address fits below it. */
const perAddress: Limit = { max: 60, seconds: QUARTER };
/** One person tried from everywhere: reaching it takes several addresses, and known browsers do not count here. */
const perEmail: Limit = { max: 60, seconds: 60 * 60 };

export interface Attempt {
  email: string;
  /** `null` when it is not known. */
  address: string | null;
  /** Id of a browser this person has signed in with before. */
  browser: string | null;
}

/**
 * Counts failed sign-ins in the database, for all instances together. A try is counted before the password is
 * checked, so that parallel guesses cannot slip through, and taken back when it was right.
 */
export class SignInLimit {
  constructor(private readonly database: NodePgDatabase<Record<string, unknown>>) {}

  /** Counts a try. Returns the seconds to wait when there were too many, else `null`. */
  async count(attempt: Attempt): Promise<number | null> {
    const limits = keysOf(attempt);
    // Looked at before anything is written: what one limit forbids uses nothing up of the others, and stores no row.
    const past = await this.database
      .select({ key, count, wait })
      .from(staffRateLimit)
      .where(and(inArray(key, [...limits.keys()]), gt(resetsAt, sql`now()`)));
    const reached = waitOf(past.filter((row) => row.count >= maxOf(row.key)));
    if (reached !== null) return reached;
    const values = [...limits].map(([key, { seconds }]) => ({
      key,
      count: 1,
      resetsAt: sql`now() + make_interval(secs => ${seconds})`,
    }));
    const counted = await this.database
      .insert(staffRateLimit)
      .values(values)
      .onConflictDoUpdate({
        target: key,
        set: {
          count: sql`case when ${isOver} then 1 else ${count} + 1 end`,
          resetsAt: sql`case when ${isOver} then excluded.resets_at else ${resetsAt} end`,
        },
      })
      .returning({ key, count, wait });
    // Only where others tried in the same moment.
    return waitOf(counted.filter((row) => row.count > maxOf(row.key)));

    function maxOf(key: string): number {
      return limits.get(key)?.max ?? 0;
    }
  }

  /** Takes a counted try back, because it was right. */
  async takeBack(attempt: Attempt): Promise<void> {
    // One row a statement: together they could be locked in another order than they are counted.
    for (const one of keysOf(attempt).keys())
      await this.database
        .update(staffRateLimit)
        .set({ count: sql`greatest(${count} - 1, 0)` })
        .where(eq(key, one));
  }

  /** Deletes what is over. */
  async purge(): Promise<void> {
    await this.database.delete(staffRateLimit).where(isOver);
  }
}

const { key, count, resetsAt } = staffRateLimit;
const isOver = sql`${resetsAt} <= now()`;
const wait = sql<number>`ceil(extract(epoch from ${resetsAt} - now()))::int`;

/** The longest of the waits, `null` when there is none. */
function waitOf(rows: { wait: number }[]): number | null {
  return rows.length > 0 ? Math.max(1, ...rows.map((row) => row.wait)) : null;
}

function keysOf({ email, address, browser }: Attempt): Map<string, Limit> {
  if (browser) return new Map([[`browser ${browser}`, perPair]]);
  const keys = new Map([[`email ${email}`, perEmail]]);
  if (address) keys.set(`address ${address}`, perAddress).set(`email ${email} from ${address}`, perPair);
  return keys;
}

/** "14 minutes", "1 minute", "40 seconds": how long `seconds` are, for a sentence. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
