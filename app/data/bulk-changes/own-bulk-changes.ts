import type { SignedIn } from '@/app/session';
import type { Result } from '@/lib/client/client';

/**
 * The latest bulk changes of who is signed in, latest first. To somebody else's service all who use this console are one: its
 * token.
 */
export function ownBulkChanges(
  { client }: SignedIn,
  signal?: AbortSignal,
): Promise<Result<'listBulkChanges'>> {
  return client.call('listBulkChanges', { query: { createdBy: 'me' }, signal });
}
