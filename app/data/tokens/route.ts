import { route } from '@/app/route-handler';

/** All API tokens, without their secrets. */
export const GET = route('tokens:manage', ({ client, request }) =>
  client.call('listTokens', { signal: request.signal }),
);
