import { route } from '@/app/route-handler';
import { ownBulkChanges } from './own-bulk-changes';

/** The latest bulk changes of who is signed in; of everybody, where `by` asks for that. */
export const GET = route('contacts:read', ({ request, ...signedIn }) =>
  request.nextUrl.searchParams.get('by') === 'everybody'
    ? signedIn.client.call('listBulkChanges', { signal: request.signal })
    : ownBulkChanges(signedIn, request.signal),
);
