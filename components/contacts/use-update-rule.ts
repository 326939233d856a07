import { useOperation } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';

/** Changes the rule of a segment, `null` for one by hand, and offers Undo. */
export function useUpdateRule(segment: Segment | undefined, onDone: () => void) {
  const { mutate, isPending } = useOperation('updateSegment', {
    onError: (error) => toast.failed(null, error),
  });
  const change = (rule: SegmentRule | null, onSuccess: () => void) =>
    segment && mutate({ id: segment.id, body: { rule } }, { onSuccess });
  function update(rule: SegmentRule | null) {
    change(rule, () => {
      const undo = () => change(segment?.rule ?? null, () => toast.success('Undone'));
      toast.success(`Updated segment ${segment?.title}`, { action: { label: 'Undo', onClick: undo } });
      onDone();
    });
  }
  return { update, isPending };
}
