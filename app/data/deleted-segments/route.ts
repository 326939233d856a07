import { route } from '@/app/route-handler';

/** Segments that can be restored, latest deletion first. */
export const GET = route('segments:read', ({ client, request }) =>
  client.call('listDeletedSegments', { signal: request.signal }),
);
