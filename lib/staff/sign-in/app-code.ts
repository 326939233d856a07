import type { Query } from '../transaction';

const keyOf = (userId: string, code: string) => `app code ${code} of ${userId}`;

/** Marks a code of an authenticator app as used for longer than its 90 seconds. Returns whether it was unused. */
export async function takeAppCode(client: Query, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into staff_rate_limit as taken (key, count, resets_at) values ($1, 1, now() + interval '2 minutes')
     on conflict (key) do update set resets_at = excluded.resets_at where taken.resets_at <= now()`,
    [keyOf(userId, code)],
  );
  return rowCount === 1;
}

/** Releases a code whose sign-in failed. */
export async function giveBackAppCode(client: Query, userId: string, code: string): Promise<void> {
  await client.query('delete from staff_rate_limit where key = $1', [keyOf(userId, code)]);
}
