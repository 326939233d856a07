import { route } from '@/app/route-handler';

/** The referral codes that a contact has redeemed. */
export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('listRedemptions', { id: params.id ?? '', signal: request.signal }),
);
