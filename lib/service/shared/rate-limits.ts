import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';

const WINDOW_MILLISECONDS = 60_000;
/** Interval at which instances on one server exchange their counts. */
const SHARE_MILLISECONDS = 200;
/** Counts kept before expired ones are dropped. */
const MOST_COUNTS = 10_000;

/** Uses per minute, across all instances. */
export interface RateLimit {
  /** Uses left, and milliseconds until the limit resets. */
  left(id: string): { uses: number; milliseconds: number };
  /** Counts uses if any are left; else returns the milliseconds to wait. */
  take(id: string, uses?: number): number | null;
  /** Returns uses of this minute that were counted in advance. */
  giveBack(id: string, uses: number): void;
}

interface Count {
  /** Across all instances, as far as known. */
  shared: number;
  /** Uses that other instances do not know yet. */
  pending: number;
  resetsAt: number;
}

/**
 * Returns a function that makes limits of `most` uses per minute, counted in memory. On a server, instances add their
 * counts in one statement every 200 ms, so that no request waits; requests of that interval may exceed the limit.
 */
export function rateLimits(database: Database): (name: string, most: number) => RateLimit {
  const counts = new Map<string, Count>();
  let sharing = database.engine !== 'server';

  /** The count of the current minute, begun if there is none. */
  function currentCount(key: string): Count {
    const now = Date.now();
    const known = counts.get(key);
    if (known && known.resetsAt > now) return known;
    if (counts.size >= MOST_COUNTS)
      for (const [other, { resetsAt }] of counts) if (resetsAt <= now) counts.delete(other);
    const count = { shared: 0, pending: 0, resetsAt: now + WINDOW_MILLISECONDS };
    counts.set(key, count);
    return count;
  }

  /** Adds the uses that other instances do not know yet, and reads those of all. */
  async function shareCounts(): Promise<void> {
    const unsaved = [...counts].filter(([, { pending }]) => pending !== 0);
    const uses = unsaved.map(([, { pending }]) => pending);
    for (const [, count] of unsaved) {
      count.shared += count.pending;
      count.pending = 0;
    }
    const rows = await run<{ key: string; count: number; milliseconds: number }>(database, {
      name: 'share_rates',
      text: SHARE,
      values: [unsaved.map(([key]) => key), uses],
    });
    for (const { key, count, milliseconds } of rows)
      Object.assign(currentCount(key), { shared: count, resetsAt: Date.now() + milliseconds });
  }

  /** Shares the counts in a moment, unless that is planned already. */
  function shareSoon(): void {
    if (sharing) return;
    sharing = true;
    setTimeout(() => {
      // Without the database, each instance counts alone.
      void shareCounts()
        .catch(() => {})
        .finally(() => (sharing = false));
    }, SHARE_MILLISECONDS).unref();
  }

  return (name, most) => {
    return {
      /** Uses left this minute, at least 0, and milliseconds until the limit resets. */
      left(id) {
        const { shared, pending, resetsAt } = currentCount(`${name} ${id}`);
        return { uses: Math.max(0, most - shared - pending), milliseconds: resetsAt - Date.now() };
      },
      /** Counts the uses, even beyond the limit if one is left; else returns the milliseconds to wait. */
      take(id, uses = 1) {
        const count = currentCount(`${name} ${id}`);
        if (count.shared + count.pending >= most) return count.resetsAt - Date.now();
        count.pending += uses;
        shareSoon();
        return null;
      },
      /** Takes back uses, down to none, and tells the other instances. */
      giveBack(id, uses) {
        const count = currentCount(`${name} ${id}`);
        // The uses may belong to the previous minute.
        count.pending -= Math.min(uses, count.shared + count.pending);
        shareSoon();
      },
    };
  };
}

// Ordered by key, so that instances never deadlock.
const SHARE = `insert into rate_counts as r (key, count, resets_at)
  select key, uses, now() + interval '${WINDOW_MILLISECONDS} ms'
  from unnest($1::text[], $2::int[]) t (key, uses) order by key
  on conflict (key) do update set
    count = case when r.resets_at > now() then r.count else 0 end + excluded.count,
    resets_at = case when r.resets_at > now() then r.resets_at else excluded.resets_at end
  returning key, count, (extract(epoch from resets_at - now()) * 1000)::float8 as milliseconds`;

/** Deletes expired counts. */
export async function purgeRates(database: Database): Promise<void> {
  await run(database, { text: 'delete from rate_counts where resets_at < now()' });
}
