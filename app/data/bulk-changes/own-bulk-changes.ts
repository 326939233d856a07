import type { SignedIn } from '@/app/session';
import type { Result } from '@/lib/client/client';

/** The latest bulk changes of who is signed in, latest first. */
export function ownBulkChanges(
  { client, staff }: SignedIn,
  signal?: AbortSignal,
): Promise<Result<'listBulkChanges'>> {
  return client.call('listBulkChanges', { query: { createdBy: staff.id }, signal });
}
