import { route } from '@/app/route-handler';

/** A page of contacts: the query is that of GET /contacts of the API. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listContacts', { query: request.nextUrl.searchParams, signal: request.signal }),
);
