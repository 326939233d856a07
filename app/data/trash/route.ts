import { route } from '@/app/route-handler';

/** A page of the trash: the query is that of GET /trash of the API. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listTrash', { query: request.nextUrl.searchParams, signal: request.signal }),
);
