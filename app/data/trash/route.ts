import { route } from '@/app/route-handler';

/** A page of the trash; same query as GET /trash. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listTrash', { query: request.nextUrl.searchParams, signal: request.signal }),
);
