import { route } from '@/app/route-handler';

/** Files of contacts that are being written, or can be downloaded. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listExports', { signal: request.signal }),
);
