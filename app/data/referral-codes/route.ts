import { route } from '@/app/route-handler';

/** All referral codes, or those of a referrer, latest first. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listReferralCodes', { query: request.nextUrl.searchParams, signal: request.signal }),
);
