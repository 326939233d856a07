import { route } from '@/app/route-handler';
import { actorOf } from '@/app/session';

/** The latest bulk changes of who is signed in. */
export const GET = route('contacts:read', async ({ client, staff }) => {
  const result = await client.call('listBulkChanges', {});
  return result.ok
    ? { ok: true, data: result.data.filter(({ createdBy }) => createdBy === actorOf(staff)) }
    : result;
});
