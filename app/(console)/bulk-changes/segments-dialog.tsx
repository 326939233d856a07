import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { invalidate } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import {
  existingSegments,
  newSegmentId,
  newSegmentTitles,
  withNewSegments,
} from '@/components/segments/new-segments';
import { useSegments } from '@/components/segments/use-segments';
import { Button } from '@/components/ui/button';
import { ErrorText, getErrorCode } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { startSegmentChange } from './bulk-change-actions';
import { BulkChangeDialog } from './bulk-change-dialog';
import { formatPreview, type SegmentChange, SegmentChoices } from './segment-choices';
import { countSelected, type SelectionDialogProps, toSelector } from './selected-contacts';
import { useStartBulkChange } from './use-start-bulk-change';

/** Adds the selected contacts to segments, also new ones, or removes them, with a preview of the numbers. */
export default function SegmentsDialog({ selection, onClose, ...props }: SelectionDialogProps) {
  const bulkChange = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const { contacts, start } = bulkChange;
  const queryClient = useQueryClient();
  const choicesRef = useRef<HTMLElement>(null);
  const { data: segments = [] } = useSegments();
  const {
    data: counts,
    error,
    isFetching,
    refetch,
  } = useRead(
    'countContactSegments',
    { body: toSelector(contacts) },
    // Each dialog needs a fresh count.
    { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, SegmentChange>>(new Map());
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  const mayCreate = useCan('createSegment');
  const count = countSelected(contacts);
  const total = counts?.total ?? count;
  const countIn = new Map(counts?.segments.map(({ segmentId, count: inIt }) => [segmentId, inIt]));

  const choices = withNewSegments(segments, newIds).map((segment) => ({
    ...segment,
    count: countIn.get(segment.id) ?? 0,
    change: chosen.get(segment.id),
  }));
  const changes = choices.flatMap(({ change, ...choice }) => (change ? [{ ...choice, change }] : []));
  const ready = counts !== undefined && changes.length > 0 && total > 0;

  function choose(id: string, change: SegmentChange | undefined) {
    const next = new Map(chosen);
    if (change) next.set(id, change);
    else next.delete(id);
    setChosen(next);
  }

  function create(title: string) {
    const id = newSegmentId(title);
    setNewIds([...newIds, id]);
    choose(id, 'add');
  }

  /** Removes contacts that no longer exist from the selection, and closes the dialog. */
  function drop() {
    selection.drop(contacts.selected.keys());
    onClose();
  }

  async function apply() {
    const idsOf = (wanted: SegmentChange) =>
      changes.filter(({ change }) => change === wanted).map(({ id }) => id);
    const added = idsOf('add');
    const started = await start(startSegmentChange, {
      add: existingSegments(added),
      remove: idsOf('remove'),
      newSegments: newSegmentTitles(added),
    });
    // Segments may have been created or deleted.
    void invalidate(queryClient, ['segments']);
    if (!started) void refetch();
  }

  return (
    <BulkChangeDialog
      bulkChange={bulkChange}
      title="Edit segments"
      counts={counts}
      preview={counts && total > 0 ? formatPreview(changes, total) : null}
      ready={ready}
      counting={!counts && changes.length > 0 && !error}
      holds={chosen.size > 0}
      initialFocus={choicesRef}
      onApply={apply}
      onClose={onClose}
    >
      {counts && total === 0 ? (
        contacts.all ? null : (
          <FormAlert title="These contacts no longer exist.">
            <Button size="sm" className="self-start" onClick={drop}>
              Clear them from the selection
            </Button>
          </FormAlert>
        )
      ) : error && !counts ? (
        <FormAlert title={<ErrorText error={error} />}>
          {getErrorCode(error) === 'OUTDATED' ? null : (
            <Button size="sm" className="self-start" pending={isFetching} onClick={() => refetch()}>
              Retry
            </Button>
          )}
        </FormAlert>
      ) : (
        <SegmentChoices
          choices={choices}
          total={total}
          loading={!counts}
          onChoose={choose}
          onCreate={mayCreate ? create : undefined}
          focusRef={choicesRef}
        />
      )}
    </BulkChangeDialog>
  );
}
