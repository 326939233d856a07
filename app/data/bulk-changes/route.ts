import { route } from '@/app/route-handler';

/** Bulk changes; same query as GET /bulk-changes. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listBulkChanges', { query: request.nextUrl.searchParams, signal: request.signal }),
);
