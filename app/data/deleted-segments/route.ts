import { route } from '@/app/route-handler';

/** Deleted segments, latest first. */
export const GET = route('segments:read', ({ client, request }) =>
  client.call('listDeletedSegments', { signal: request.signal }),
);
