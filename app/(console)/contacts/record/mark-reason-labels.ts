import type { MarkReason } from '@/lib/contract/do-not-contact';

export const markReasonLabels: Record<MarkReason, string> = {
  asked: 'Asked not to be contacted',
  complained: 'Complained',
  bounced: 'Messages bounce',
  imported: 'Left before an import',
  other: 'Other',
};
