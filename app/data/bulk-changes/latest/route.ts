import { route } from '@/app/route-handler';

/** The latest bulk changes, and all that are running. */
export const GET = route('contacts:read', async ({ client, request: { signal } }) => {
  const [latest, underWay] = await Promise.all([
    client.call('listBulkChanges', { signal }),
    client.call('listBulkChanges', { query: { underWay: 'true' }, signal }),
  ]);
  if (!latest.ok) return latest;
  const known = new Set(latest.data.map(({ id }) => id));
  const older = underWay.ok ? underWay.data.filter(({ id }) => !known.has(id)) : [];
  return { ok: true, data: [...latest.data, ...older] };
});
