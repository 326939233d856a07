import { route } from '@/app/route-handler';

/** Who is found in recent activity. */
export const GET = route('activity:read', ({ client, request }) =>
  client.call('listActors', { signal: request.signal }),
);
