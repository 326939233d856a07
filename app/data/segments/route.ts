import { route } from '@/app/route-handler';

/** All segments, with contact counts. */
export const GET = route('segments:read', ({ client, request }) =>
  client.call('listSegments', { query: { include: 'contactCount' }, signal: request.signal }),
);
