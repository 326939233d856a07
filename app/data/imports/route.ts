import { route } from '@/app/route-handler';

export { GET } from '../[...read]/route';

/** Uploads a file and begins its plan: the body is the file, the query that of POST /imports of the API. */
export const POST = route('contacts:write', async ({ client, request }) => {
  const created = await client.call('createImport', {
    query: request.nextUrl.searchParams,
    upload: request.body ?? new Uint8Array(),
    signal: request.signal,
  });
  if (!created.ok) return created;
  // Without a column for email or phone, people choose one first.
  const planned = await client.call('planImport', { id: created.data.id });
  return planned.ok ? planned : created;
});
