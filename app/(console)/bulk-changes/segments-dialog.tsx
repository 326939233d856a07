import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { saveByKey } from '@/components/form/use-contract-form';
import { invalidate } from '@/components/hooks/use-act';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { countOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorText, getErrorCode } from '@/components/ui/error-text';
import { FormAlert } from '@/components/ui/form-alert';
import { existingSegments, newSegmentId, newSegmentTitles, withNewSegments } from '../segments/new-segments';
import { useSegments } from '../segments/use-segments';
import { startSegmentChange } from './bulk-change-actions';
import { formatPreview, type SegmentChange, SegmentChoices } from './segment-choices';
import {
  countSelected,
  formatSelected,
  isUnchanged,
  MOST_IDS,
  type SelectionDialogProps,
  toSelector,
} from './selected-contacts';
import { SelectionNotes } from './selection-notes';
import { useStartBulkChange } from './use-start-bulk-change';

/** Adds the selected contacts to segments, or removes them, and previews the numbers. */
export default function SegmentsDialog({ selection, onClose, ...props }: SelectionDialogProps) {
  const { contacts, problemRef, recounted, recount, start, pending, problem } = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const queryClient = useQueryClient();
  const formId = useId();
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
    // Each dialog counts again.
    { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false },
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, SegmentChange>>(new Map());
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  const mayCreate = useCan('createSegment');
  const count = countSelected(contacts);
  const tooMany = contacts.selected.size > MOST_IDS;
  const total = counts?.total ?? count;
  const countIn = new Map(counts?.segments.map(({ segmentId, count: inIt }) => [segmentId, inIt]));

  const counted = useRef(counts);
  useEffect(() => {
    if (!counts || counts === counted.current) return;
    counted.current = counts;
    if (contacts.all && !isUnchanged(contacts.all, counts)) recount(counts);
  }, [counts, contacts.all, recount]);

  const choices = withNewSegments(segments, newIds).map((segment) => ({
    ...segment,
    count: countIn.get(segment.id) ?? 0,
    change: chosen.get(segment.id),
  }));
  const changes = choices.flatMap(({ change, ...choice }) => (change ? [{ ...choice, change }] : []));
  const ready = counts !== undefined && changes.length > 0 && total > 0 && !tooMany;

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

  function drop() {
    selection.drop(contacts.selected.keys());
    onClose();
  }

  /** Ignored while the focus is on the recount message. */
  function applyByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.target !== problemRef.current) saveByKey(event);
  }

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (!ready || pending) return;
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
    <Dialog
      holds={chosen.size > 0}
      onClose={() => {
        if (!pending) onClose();
      }}
      title={`Segments of ${countOf(count, 'contact')}`}
      description={formatSelected(contacts)}
      initialFocus={choicesRef}
      actions={
        <>
          <p role="status" className="basis-full text-sm">
            {counts && total > 0 ? formatPreview(changes, total) : null}
          </p>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button variant="primary" pending={pending} disabled={!ready} type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={apply} onKeyDown={applyByKey} className="flex flex-col gap-3">
        <SelectionNotes
          contacts={contacts}
          problem={problem}
          problemRef={problemRef}
          recounted={recounted}
          total={counts?.total}
          onReview={onClose}
        />
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
      </form>
    </Dialog>
  );
}
