import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { useUpdateRule } from '@/components/contacts/use-update-rule';
import type { CallError } from '@/components/hooks/call-error';
import { useMay } from '@/components/hooks/use-can';
import { useOperations } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { nameSome } from '@/components/text/contact-name';
import { formatCountOf } from '@/components/text/format-count';
import { sharedTimeZone } from '@/components/text/locale';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { Skeleton } from '@/components/ui/skeleton';
import { toast } from '@/components/ui/toast';
import type { Segment, SegmentRulePreview } from '@/lib/contract/segment';
import { startSegmentChange } from '../bulk-changes/bulk-change-actions';
import type { Counted } from '../bulk-changes/selected-contacts';
import { useStartBulkChange } from '../bulk-changes/use-start-bulk-change';

interface ConvertDialogProps {
  segment: Segment;
  onClose(): void;
}

/** Takes the rule of a segment away, and keeps the people whom it matches, or only those who were added by hand. */
export default function ConvertDialog({ segment, onClose }: ConvertDialogProps) {
  const { id, title } = segment;
  const mayKeep = useMay()('createBulkChange', 'countContactSegments');
  const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false };
  const preview = useRead('previewSegmentRule', { id, body: { rule: null } }, fresh);
  const people = useRead(
    'countContactSegments',
    { body: { filter: { segmentId: [id] } } },
    { ...fresh, enabled: mayKeep },
  );
  const error = preview.error ?? people.error;
  const frame = {
    title: `Convert ${title} to a manual segment`,
    description: 'From now on, people are added and removed by hand.',
    onClose,
  };
  if (preview.data && (people.data || !mayKeep))
    return <Choice segment={segment} preview={preview.data} counted={people.data} frame={frame} />;
  return (
    <Dialog {...frame} actions={<Button onClick={onClose}>Cancel</Button>}>
      {error ? <FormAlert title={<ErrorText error={error} />} /> : <Skeleton className="h-28 w-full" />}
    </Dialog>
  );
}

interface ChoiceProps {
  segment: Segment;
  preview: SegmentRulePreview;
  /** The people who match the rule; absent if they cannot be kept. */
  counted: Counted | undefined;
  frame: Pick<Parameters<typeof Dialog>[0], 'title' | 'description' | 'onClose'>;
}

/** Chooses the people to keep. Adding them is a second step: if it fails, it can be repeated, or the rule restored. */
function Choice({ segment, preview, counted, frame }: ChoiceProps) {
  const { id, rule } = segment;
  const { onClose } = frame;
  const [before] = useState({ ...preview, total: counted?.total ?? preview.leaves.count });
  const mayKeep = counted !== undefined && before.leaves.count > 0;
  const [keeps, setKeeps] = useState(mayKeep);
  const [isConverted, setConverted] = useState(false);
  const { act, settle } = useOperations('updateSegment');
  const restoreRule = () => act({ id, body: { rule, expectedRule: null } });
  const { selection } = useConsole();
  const { contacts, problem, problemRef, start } = useStartBulkChange({
    contacts: {
      selected: new Map(),
      all: {
        // Its days are those of the organization, as in the rule.
        filter: { ...rule, timeZone: sharedTimeZone() },
        words: '',
        count: before.total,
        fingerprint: counted?.fingerprint,
        examples: [],
      },
    },
    selection,
    nothing: 'The rule is gone, but nobody was added',
    onClose,
  });
  const convert = useMutation<void, CallError>({
    async mutationFn() {
      if (!isConverted) await act({ id, body: { rule: null, expectedRule: rule ?? null } });
      setConverted(true);
      // Until then, its page shows the segment with its rule, and this dialog.
      if (await start(startSegmentChange, { add: [id], remove: [], newSegments: [] })) await settle();
    },
    onError(error) {
      toast.failed(null, error);
      void settle();
    },
  });
  const restore = useMutation<unknown, CallError>({
    mutationFn: restoreRule,
    onSuccess: onClose,
    onError: (error) => toast.failed('Could not restore the rule', error),
    onSettled: settle,
  });
  const { update, isPending } = useUpdateRule(segment, onClose);
  /** Whether the rule is gone, and nobody was added. */
  const isHalf = isConverted && !convert.isPending;
  const people = (count: number) => formatCountOf(count, 'person', 'people');
  const { total, joins, leaves } = before;
  const count = people(contacts.all?.count ?? 0);
  const byHand = total - leaves.count + joins.count;
  const empties = !keeps && byHand === 0 && leaves.count > 0;
  const leaving = `${people(leaves.count)} ${leaves.count === 1 ? 'leaves' : 'leave'}.`;
  const joining =
    joins.count > 0
      ? `${people(joins.count)} added by hand before the rule ${joins.count === 1 ? 'comes' : 'come'} back.`
      : '';
  const names = nameSome(
    leaves.contacts.map(({ name }) => name),
    total,
  );
  const choices = [
    {
      isKept: true,
      label: `Keep ${total === 1 ? 'this' : 'these'} ${people(total)}`,
      words: joining ? `${names}. ${joining}` : names,
    },
    {
      isKept: false,
      label: byHand === 0 ? 'Start empty' : `Keep only the people added by hand: ${people(byHand)}`,
      words: leaving,
    },
  ];
  return (
    <Dialog
      {...frame}
      holds
      onClose={() => {
        if (convert.isPending) return;
        onClose();
        if (isHalf) void settle();
      }}
      actions={
        <>
          {isHalf ? (
            <Button pending={restore.isPending} onClick={() => restore.mutate()}>
              Restore rule
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button
            variant={empties ? 'danger' : 'primary'}
            pending={isPending || convert.isPending}
            onClick={() => (keeps ? convert.mutate() : update(null))}
          >
            {isHalf ? `Add ${count}` : empties ? 'Empty segment' : 'Convert'}
          </Button>
        </>
      }
    >
      {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
      {mayKeep && !isHalf ? (
        <fieldset disabled={convert.isPending} className="flex flex-col gap-2">
          <legend className="sr-only">People</legend>
          {choices.map(({ isKept, label, words }) => (
            <label
              key={label}
              className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 not-has-disabled:hover:bg-hover has-checked:border-accent has-checked:bg-accent/8"
            >
              <input
                type="radio"
                name={`people ${id}`}
                className="radio mt-0.5"
                checked={keeps === isKept}
                onChange={() => setKeeps(isKept)}
              />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span dir="auto" className="block text-left text-sm wrap-anywhere text-muted">
                  {words}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : isHalf ? null : (
        <p className="text-sm">
          {leaves.count > 0
            ? leaving
            : joining || (total > 0 ? `${people(total)} stay.` : 'Nobody is in it.')}
        </p>
      )}
    </Dialog>
  );
}
