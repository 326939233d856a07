import { useSegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { RulePreview } from '@/components/contacts/rule-preview';
import { ruleWords } from '@/components/contacts/rule-words';
import { useUpdateRule } from '@/components/contacts/use-update-rule';
import { useRead } from '@/components/hooks/use-read';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';

interface RuleDialogProps {
  segment: Segment;
  /** The new rule; `null` for a segment by hand. */
  rule: SegmentRule | null;
  onClose(): void;
}

/** Gives a segment a former rule, or none, after showing who joins and leaves. */
export default function RuleDialog({ segment, rule, onClose }: RuleDialogProps) {
  const preview = useRead('previewSegmentRule', { id: segment.id, body: { rule } }, { staleTime: 0 });
  const { update, isPending } = useUpdateRule(segment, onClose);
  const segments = useSegmentsById();
  const fields = useFieldsByName();

  const { joins, leaves } = preview.data ?? {};
  const empties =
    !rule && leaves && leaves.count > 0 && leaves.count === segment.contactCount && !joins?.count;
  return (
    <Dialog
      title={rule ? `Restore the rule of ${segment.title}` : `Convert ${segment.title} to a manual segment`}
      description={
        rule
          ? ruleWords(rule, segments, fields).join(', ')
          : empties
            ? `${leaves.count === 1 ? '1 person leaves' : `All ${formatCountOf(leaves.count, 'person', 'people')} leave`}: nobody was added by hand.`
            : 'It keeps only the people who were added by hand.'
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={empties ? 'danger' : 'primary'}
            disabled={!preview.isSuccess}
            pending={isPending}
            onClick={() => update(rule)}
          >
            {rule ? 'Restore rule' : empties ? 'Empty segment' : 'Convert'}
          </Button>
        </>
      }
    >
      <RulePreview query={preview} open />
    </Dialog>
  );
}
