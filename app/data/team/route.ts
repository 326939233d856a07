import { route } from '@/app/route-handler';
import { runtime } from '@/lib/runtime';

/** Everybody in the organization, and those invited. */
export const GET = route('staff:manage', async ({ staff }) => ({
  ok: true,
  data: await runtime().staff.team(staff),
}));
