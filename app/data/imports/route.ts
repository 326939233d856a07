import { route } from '@/app/route-handler';

/** The latest imports. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listImports', { signal: request.signal }),
);

/** Uploads a file: the body is the file, the query that of POST /imports of the API. */
export const POST = route('contacts:write', ({ client, request }) =>
  client.call('createImport', {
    query: request.nextUrl.searchParams,
    upload: request.body ?? new Uint8Array(),
    signal: request.signal,
  }),
);
