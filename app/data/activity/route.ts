import { route } from '@/app/route-handler';

/** A page of activity; same query as GET /activity. */
export const GET = route('activity:read', ({ client, request }) =>
  client.call('listActivity', { query: request.nextUrl.searchParams, signal: request.signal }),
);
