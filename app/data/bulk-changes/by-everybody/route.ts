import { route } from '@/app/route-handler';

/** The bulk changes of everybody that a query of GET /bulk-changes finds. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listBulkChanges', { query: request.nextUrl.searchParams, signal: request.signal }),
);
