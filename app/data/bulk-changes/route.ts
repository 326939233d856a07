import { route } from '@/app/route-handler';

/** Bulk changes of the organization: the query is that of GET /bulk-changes of the API. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listBulkChanges', { query: request.nextUrl.searchParams, signal: request.signal }),
);
