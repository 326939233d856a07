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
