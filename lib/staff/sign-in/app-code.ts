import type { Query } from '../transaction';

const keyOf = (userId: string, code: string) => `app code ${code} of ${userId}`;

/** Takes a code of an authenticator app, in all instances once; returns whether nobody had. It can be right for 90 seconds. */
export async function takeAppCode(client: Query, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into staff_rate_limit as taken (key, count, resets_at) values ($1, 1, now() + interval '2 minutes')
     on conflict (key) do update set resets_at = excluded.resets_at where taken.resets_at <= now()`,
    [keyOf(userId, code)],
  );
  return rowCount === 1;
}

/** Gives a code back that nobody got in with. */
export async function giveBackAppCode(client: Query, userId: string, code: string): Promise<void> {
  await client.query('delete from staff_rate_limit where key = $1', [keyOf(userId, code)]);
}
