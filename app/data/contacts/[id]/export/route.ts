import { route } from '@/app/route-handler';

/** Everything about a contact as one JSON file. */
export const GET = route('activity:read', async ({ client, request, params }) => {
  const id = params.id ?? '';
  const result = await client.call('exportContact', { id, signal: request.signal });
  if (!result.ok) return result;
  return new Response(JSON.stringify(result.data, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="contact ${id}.json"`,
    },
  });
});
