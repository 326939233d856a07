import type { MarkReason } from '@/lib/contract/do-not-contact';
import { inSentence } from './field-words';

export const markReasonLabels: Record<MarkReason, string> = {
  asked: 'Asked not to be contacted',
  complained: 'Complained',
  bounced: 'Messages bounce',
  imported: 'Left before an import',
  other: 'Other',
};

/** A reason within a sentence: "asked not to be contacted". */
export const markReasonWords = (reason: string): string =>
  inSentence(markReasonLabels[reason as MarkReason] ?? reason);

/** Why a person must not be contacted, without a full stop: "Ada asked not to be contacted". */
export function markSentence(name: string, reason: MarkReason): string {
  if (reason === 'bounced') return `Messages to ${name} bounce`;
  return reason === 'other' ? `${name} must not be contacted` : `${name} ${markReasonWords(reason)}`;
}
