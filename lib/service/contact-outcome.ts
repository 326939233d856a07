import { conflictMessage, type Identifier } from '@/lib/contract/conflict';
import { EMAIL_OR_PHONE } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import { type ContactRow, contactOf, etagOf } from './contact-row';
import { invalid, notFound, refuse } from './reply';
import type { Scope } from './statement';

/** What the functions of the write path answer: the contact as it is now, or why nothing was written. */
export interface Outcome extends ContactRow {
  outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'missing' | 'stale' | 'invalid' | 'conflict';
  problems: { path: string; problem?: keyof typeof problemWords; contactId?: string }[] | null;
}

export const problemWords = {
  unknown_segment: 'There is no such segment.',
  no_identifier: EMAIL_OR_PHONE,
  code_not_recognised: 'This referral code is not recognized.',
  code_switched_off: 'This referral code is switched off.',
  code_expired: 'This referral code has expired.',
  code_used_up: 'This referral code is used up.',
  code_own: 'A contact cannot redeem a code of which it is the referrer.',
};

/** An outcome as the API answers it. */
export function replyOf(scope: Scope, row: Outcome | undefined) {
  if (!row) throw new Error('The write path gave no outcome.');
  switch (row.outcome) {
    case 'missing':
      return notFound('contact');
    case 'stale':
      return refuse(
        'PRECONDITION_FAILED',
        'The contact is not, or no longer, what If-Match and If-None-Match ask for.',
      );
    case 'invalid':
      return invalidBy(row);
    case 'conflict':
      return refuse('CONFLICT', 'Another contact has this email or phone number.', conflicts(row));
    default:
      return {
        data: contactOf(row, scope.organizationId),
        headers: { ETag: etagOf(row) },
        ...(row.outcome === 'created' && { created: `/contacts/${row.id}` }),
      };
  }
}

export const invalidBy = ({ problems }: Outcome) =>
  invalid(
    (problems ?? []).map(({ path, problem }) => ({
      path,
      message: problemWords[problem as keyof typeof problemWords],
    })),
  );

function conflicts(row: Outcome): ErrorDetail[] {
  return (row.problems ?? []).map(({ path, contactId }) => ({
    path,
    message: conflictMessage(path as Identifier, contactId as string),
  }));
}
