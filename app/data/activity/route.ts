import { route } from '@/app/route-handler';

/** A page of what happened: the query is that of GET /activity of the API. */
export const GET = route('activity:read', ({ client, request }) =>
  client.call('listActivity', { query: request.nextUrl.searchParams, signal: request.signal }),
);
