import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '@/components/contacts/use-console';
import { useOperation } from '@/components/hooks/use-operation';
import { useSegments } from '@/components/segments/use-segments';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText } from '@/components/ui/error-text';
import { Field } from '@/components/ui/field';
import { FormAlert } from '@/components/ui/form-alert';
import { Select } from '@/components/ui/select';
import type { Segment } from '@/lib/contract/segment';
import { putBulkChange } from '../bulk-changes/use-bulk-change-steps';

interface MergeDialogProps {
  segment: Segment;
  /** Called with the id of the segment that stays. */
  onMerged?(into: string): void;
  onClose(): void;
}

/** Merges a segment into another one, by a bulk change, which shows its progress and Undo like any other. */
export default function MergeDialog({ segment, onMerged, onClose }: MergeDialogProps) {
  const queryClient = useQueryClient();
  const { startedBulkChanges: started } = useConsole();
  const { data: segments = [] } = useSegments();
  const others = segments.filter(({ id, rule }) => id !== segment.id && !rule);
  const [into, setInto] = useState(others[0]?.id ?? '');
  const target = others.find(({ id }) => id === into);
  const { mutate, isPending, error } = useOperation('mergeSegments');
  /** Starts the merge and closes the dialog. */
  const merge = () =>
    mutate(
      { id: segment.id, body: { into } },
      {
        onSuccess(change) {
          started.set(change.id, change.total);
          void putBulkChange(queryClient, change);
          onMerged?.(into);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={`Merge ${segment.title}`}
      description={
        target
          ? `Adds ${formatCountOf(segment.contactCount ?? 0, 'contact')} to ${target.title}, then deletes ${segment.title}. You can undo this within 30 days.`
          : 'There is no other segment.'
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={isPending} disabled={!target} onClick={merge}>
            Merge
          </Button>
        </>
      }
    >
      {error ? <FormAlert title={<ErrorText error={error} />} /> : null}
      <Field label="Into">
        <Select
          value={into}
          onChange={({ target }) => setInto(target.value)}
          className="w-full [&>select]:w-full"
        >
          {others.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
    </Dialog>
  );
}
