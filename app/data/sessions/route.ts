import { route } from '@/app/route-handler';
import { runtime } from '@/lib/runtime';

/** Where this person is signed in. */
export const GET = route('profile:manage', async ({ staff }) => ({
  ok: true,
  data: await runtime().staff.openSessions(staff),
}));
