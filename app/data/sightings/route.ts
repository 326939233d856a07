import { route } from '@/app/route-handler';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';

/** As many as a page of contacts has. */
const MOST = 100;

/** When the contacts of `id`, which may be repeated, were last seen at the service. Empty where there is no copy. */
export const GET = route('contacts:read', async ({ request }) => {
  const ids = request.nextUrl.searchParams.getAll('id').filter((id) => uuid.safeParse(id).success);
  const connection = runtime().connection();
  return { ok: true, data: connection ? await connection.sightings(ids.slice(0, MOST)) : {} };
});
