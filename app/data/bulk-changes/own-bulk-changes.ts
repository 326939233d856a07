import { actorOf, type SignedIn } from '@/app/session';
import type { Result } from '@/lib/client/client';

/** The latest bulk changes of who is signed in, latest first. */
export async function ownBulkChanges(
  { client, staff }: SignedIn,
  signal?: AbortSignal,
): Promise<Result<'listBulkChanges'>> {
  const result = await client.call('listBulkChanges', { signal });
  return result.ok
    ? { ...result, data: result.data.filter(({ createdBy }) => createdBy === actorOf(staff)) }
    : result;
}
