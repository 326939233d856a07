import { route } from '@/app/route-handler';
import { ownBulkChanges } from './own-bulk-changes';

/** The latest bulk changes of who is signed in. */
export const GET = route('contacts:read', ({ request, ...signedIn }) =>
  ownBulkChanges(signedIn, request.signal),
);
