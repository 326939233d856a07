import { route } from '@/app/route-handler';

/** Rows of an import: the query is that of GET /imports/{id}/rows of the API. */
export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('listImportRows', {
    id: params.id ?? '',
    query: request.nextUrl.searchParams,
    signal: request.signal,
  }),
);
