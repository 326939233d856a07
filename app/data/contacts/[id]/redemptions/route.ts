import { route } from '@/app/route-handler';

/** Redeemed referral codes of a contact. */
export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('listRedemptions', { id: params.id ?? '', signal: request.signal }),
);
