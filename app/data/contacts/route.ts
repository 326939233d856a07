import { route } from '@/app/route-handler';

/** A page of contacts; same query as GET /contacts. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listContacts', { query: request.nextUrl.searchParams, signal: request.signal }),
);
