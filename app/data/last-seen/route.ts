import { route } from '@/app/route-handler';
import { uuid } from '@/lib/contract/text';
import { runtime } from '@/lib/runtime';

/** Contacts on a page. */
const MOST = 100;

/** When the contacts in `id` (repeatable) were last seen. */
export const GET = route('contacts:read', async ({ request }) => {
  const ids = request.nextUrl.searchParams.getAll('id').filter((id) => uuid.safeParse(id).success);
  return { ok: true, data: (await runtime().connection()?.lastSeen(ids.slice(0, MOST))) ?? {} };
});
