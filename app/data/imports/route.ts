import { route } from '@/app/server/route-handler';

/**
 * Uploads a file and starts to plan it; if it cannot be planned yet, returns the import without a plan. The body is the file,
 * the query that of the API's POST /imports.
 */
export const POST = route('contacts:write', async ({ call, request }) => {
  const upload = (request.body ?? []) as AsyncIterable<Uint8Array>;
  const created = await call('createImport', { query: request.nextUrl.searchParams, upload });
  if (!created.ok) return created;
  // The plan cannot start without a column for email or phone, which the person then chooses first.
  const planned = await call('planImport', { id: created.data.id });
  return planned.ok ? planned : created;
});
