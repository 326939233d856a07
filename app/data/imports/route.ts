import { route } from '@/app/server/route-handler';

/** Uploads a file and begins its plan: the body is the file, the query that of POST /imports of the API. */
export const POST = route('contacts:write', async ({ call, request }) => {
  const upload = (request.body ?? []) as AsyncIterable<Uint8Array>;
  const created = await call('createImport', { query: request.nextUrl.searchParams, upload });
  if (!created.ok) return created;
  // Without a column for email or phone, people choose one first.
  const planned = await call('planImport', { id: created.data.id });
  return planned.ok ? planned : created;
});
