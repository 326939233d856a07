import { route } from '@/app/route-handler';

/** One contact and its version. */
export const GET = route('contacts:read', async ({ client, request, params }) => {
  const result = await client.call('getContact', { id: params.id ?? '', signal: request.signal });
  return result.ok ? { ok: true, data: { contact: result.data, etag: result.etag } } : result;
});
