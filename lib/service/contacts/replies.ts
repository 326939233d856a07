import { conflictMessage } from '@/lib/contract/conflict';
import { EMAIL_OR_PHONE } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import { invalid, notFound, refuse } from '../reply';
import type { Scope } from '../statement';
import { contactOf, etagOf } from './contact-row';
import type { Decision, Problem, Rule } from './decide';

const messages: Record<Exclude<Rule, 'conflict'>, string> = {
  unknown_segment: 'There is no such segment.',
  no_identifier: EMAIL_OR_PHONE,
  code_not_recognized: 'This referral code is not recognized.',
  code_switched_off: 'This referral code is switched off.',
  code_expired: 'This referral code has expired.',
  code_used_up: 'This referral code is used up.',
  code_own: 'A contact cannot redeem a code of which it is the referrer.',
};

export const STALE = refuse(
  'PRECONDITION_FAILED',
  'The contact is not, or no longer, what If-Match and If-None-Match ask for.',
);

/** A broken rule as `error.details` tells it. */
export function detailOf({ path, rule, owner }: Problem): ErrorDetail {
  if (rule === 'conflict') return { path, message: conflictMessage(path as 'email', owner?.id ?? '') };
  return { path, message: messages[rule] };
}

/** A decision that was carried out, as the API answers it. */
export function replyOf(scope: Scope, { outcome, problems, after }: Decision) {
  if (outcome === 'missing') return notFound('contact');
  if (outcome === 'stale') return STALE;
  if (outcome === 'invalid') return invalid(problems.map(detailOf));
  if (outcome === 'conflict')
    return refuse('CONFLICT', 'Another contact has this email or phone number.', problems.map(detailOf));
  if (!after) throw new Error(`A contact was ${outcome}, and is not there.`);
  return {
    data: contactOf(after, scope.organizationId),
    headers: { ETag: etagOf(after) },
    ...(outcome === 'created' && { created: `/contacts/${after.id}` }),
  };
}
