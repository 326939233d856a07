import { route } from '@/app/route-handler';

/** Who redeemed a code: the query is that of GET /referral-codes/{id}/redemptions of the API. */
export const GET = route('contacts:read', ({ client, request, params }) =>
  client.call('listCodeRedemptions', {
    id: params.id ?? '',
    query: request.nextUrl.searchParams,
    signal: request.signal,
  }),
);
