import { route } from '@/app/route-handler';

/** All referral codes, latest first. */
export const GET = route('contacts:read', ({ client, request }) =>
  client.call('listReferralCodes', { signal: request.signal }),
);
