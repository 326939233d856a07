import { lt, sql } from 'drizzle-orm';
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
    // One after another: a try that the narrower limit forbids must not use up what the wider one has left.
    for (const [key, limit] of keysOf(attempt)) {
      const wait = await this.add(key, limit);
      if (wait !== null) return wait;
    }
    return null;
  }

  /** Takes a counted try back, because it was right, and forgets what is over. */
  async takeBack(attempt: Attempt): Promise<void> {
    for (const [key] of keysOf(attempt))
      await this.database
        .update(staffRateLimit)
        .set({ count: sql`greatest(${staffRateLimit.count} - 1, 0)` })
        .where(sql`${staffRateLimit.key} = ${key}`);
    await this.database.delete(staffRateLimit).where(lt(staffRateLimit.resetsAt, sql`now()`));
  }

  private async add(key: string, { max, seconds }: Limit): Promise<number | null> {
    const { count, resetsAt } = staffRateLimit;
    const over = sql`${resetsAt} <= now()`;
    const [row] = await this.database
      .insert(staffRateLimit)
      .values({ key, count: 1, resetsAt: sql`now() + make_interval(secs => ${seconds})` })
      .onConflictDoUpdate({
        target: staffRateLimit.key,
        set: {
          count: sql`case when ${over} then 1 else ${count} + 1 end`,
          resetsAt: sql`case when ${over} then excluded.resets_at else ${resetsAt} end`,
        },
      })
      .returning({
        count,
        wait: sql<number>`ceil(extract(epoch from ${resetsAt} - now()))::int`,
      });
    return row && row.count > max ? Math.max(1, row.wait) : null;
  }
}

function keysOf({ email, address, browser }: Attempt): [string, Limit][] {
  if (browser) return [[`browser ${browser}`, perPair]];
  const keys: [string, Limit][] = [];
  if (address) keys.push([`email ${email} from ${address}`, perPair], [`address ${address}`, perAddress]);
  keys.push([`email ${email}`, perEmail]);
  return keys;
}

/** "14 minutes", "1 minute", "40 seconds": how long `seconds` are, for a sentence. */
export function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
