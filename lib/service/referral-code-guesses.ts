import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { ErrorDetail } from '@/lib/contract/error';
import type { OperationName } from '@/lib/contract/operations';
import { CODE_NOT_RECOGNIZED } from './contacts/contacts';
import type { Reply } from './shared/reply';

/** Unknown referral codes allowed per minute for a token and those made with it. Used-up and expired codes do not count. */
export const UNKNOWN_CODES = 100;

/** Operations that reveal whether a code can be redeemed. */
export const TAKES_CODES: ReadonlySet<string> = new Set<OperationName>([
  'upsertContact',
  'previewContact',
  'upsertContacts',
  'previewContacts',
  'createProposal',
]);

interface Named {
  referralCode?: unknown;
  /** What a proposal takes. */
  input?: Named;
  contacts?: (Named | null)[];
}

/** The number of referral codes in a body or its contacts, valid or not. */
export function countNamedCodes(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  const { referralCode, contacts, input } = body as Named;
  const others = [countNamedCodes(input), ...(Array.isArray(contacts) ? contacts.map(countNamedCodes) : [])];
  return others.reduce((sum, count) => sum + count, referralCode ? 1 : 0);
}

/** The number of unknown codes that the response to a contact, a batch or a preview reports. */
export function countUnknownCodes(reply: Reply<unknown>): number {
  if ('refusal' in reply) return among(reply.refusal.details);
  if (!('data' in reply)) return 0;
  const { data } = reply;
  const results = Array.isArray(data) ? data : ((data as { results?: unknown[] } | null)?.results ?? [data]);
  let failed = 0;
  for (const result of results as { errors?: ErrorDetail[]; preview?: ContactPreview }[]) {
    const { referralCode } = (result.preview ?? result) as Partial<ContactPreview>;
    failed += among(result.errors ?? []) + (referralCode?.message === CODE_NOT_RECOGNIZED ? 1 : 0);
  }
  return failed;
}

const among = (details: ErrorDetail[]): number =>
  details.filter(({ message }) => message === CODE_NOT_RECOGNIZED).length;
