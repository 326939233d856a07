import { route } from '@/app/route-handler';
import { runtime } from '@/lib/runtime';

/** What the contacts are called that the service may have deleted without an answer. Empty where there is no copy. */
export const GET = route('contacts:read', async () => {
  const connection = runtime().connection();
  return { ok: true, data: connection ? await connection.deletionsLost() : [] };
});
