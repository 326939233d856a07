import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { RulePreview } from '@/components/contacts/rule-preview';
import { ruleWords } from '@/components/contacts/rule-words';
import { useUpdateRule } from '@/components/contacts/use-update-rule';
import { useRead } from '@/components/hooks/use-read';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';

interface RuleDialogProps {
  segment: Segment;
  rule: SegmentRule;
  onClose(): void;
}

/** Gives a segment a former rule, after showing who joins and leaves. */
export default function RuleDialog({ segment, rule, onClose }: RuleDialogProps) {
  const preview = useRead('previewSegmentRule', { id: segment.id, body: { rule } }, { staleTime: 0 });
  const { update, isPending } = useUpdateRule(segment, onClose);
  const segments = useSegmentsById();
  const fields = useFieldsByName();

  return (
    <Dialog
      title={`Restore the rule of ${segment.title}`}
      description={ruleWords(rule, segments, fields).join(', ')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!preview.isSuccess}
            pending={isPending}
            onClick={() => update(rule)}
          >
            Restore rule
          </Button>
        </>
      }
    >
      <RulePreview query={preview} open />
    </Dialog>
  );
}
