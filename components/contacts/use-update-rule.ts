import { useState } from 'react';
import { useOperation } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';

/** Changes the rule of a segment, `null` for one by hand, unless somebody has changed it since, and offers Undo. */
export function useUpdateRule(segment: Segment | undefined, onDone: () => void) {
  // As the edit began: later reads may bring a rule that nobody has seen here.
  const [base, setBase] = useState(segment);
  if (!base && segment) setBase(segment);
  const { mutate, isPending } = useOperation('updateSegment', {
    onError: (error) => toast.failed(null, error),
  });
  function update(rule: SegmentRule | null) {
    if (!base) return;
    const { id, title, rule: former = null } = base;
    const undo = () =>
      mutate(
        { id, body: { rule: former, expectedRule: rule } },
        { onSuccess: () => toast.success('Undone') },
      );
    const onSuccess = () => {
      toast.success(`Updated segment ${title}`, { action: { label: 'Undo', onClick: undo } });
      onDone();
    };
    mutate({ id, body: { rule, expectedRule: former } }, { onSuccess });
  }
  return { update, isPending };
}
