'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { countOf } from '@/components/data-table/format-count';
import type { Selection } from '@/components/data-table/selection';
import { FormAlert } from '@/components/form/form-alert';
import { saveByKey } from '@/components/form/use-contract-form';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useOffered } from '../console-providers';
import { nextColor } from '../segments/next-color';
import { segmentKeys, segmentListOptions } from '../segments/segment-queries';
import { useCreateSegment } from '../segments/use-create-segment';
import { startSegmentChange } from './bulk-change-actions';
import { ReviewMatching } from './review-matching';
import { previewOf, type SegmentChange } from './segment-changes';
import { SegmentChoices } from './segment-choices';
import { segmentCountsOptions } from './segment-counts-options';
import {
  countOfSelected,
  isUnchanged,
  MOST_IDS,
  namesOfSelected,
  type SelectedContacts,
  TOO_MANY_IDS,
} from './selected-contacts';
import { useStartBulkChange } from './use-start-bulk-change';

interface SegmentsDialogProps {
  contacts: SelectedContacts;
  selection: Selection;
  onClose(): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Adds the selected contacts to segments, or removes them, and previews the numbers. */
export default function SegmentsDialog({ selection, finalFocus, onClose, ...props }: SegmentsDialogProps) {
  const { contacts, problemRef, recounted, recount, start, ...starting } = useStartBulkChange({
    contacts: props.contacts,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const queryClient = useQueryClient();
  const formId = useId();
  const choicesRef = useRef<HTMLElement>(null);
  const { data: segments = [] } = useQuery(segmentListOptions());
  const { data: counts, error, isFetching, refetch } = useQuery(segmentCountsOptions(formId, contacts));
  const [chosen, setChosen] = useState<ReadonlyMap<string, SegmentChange>>(new Map());
  const [newTitles, setNewTitles] = useState<readonly string[]>([]);
  const mayCreate = useOffered('segments:write', 'createSegment');
  const createSegment = useCreateSegment();
  const creating = useMutation({
    networkMode: 'always',
    async mutationFn(titles: readonly string[]) {
      const ids: string[] = [];
      for (const title of titles) {
        const created = await createSegment(title);
        if (!created.ok) throw new Error(`${title} was not created: ${created.message}`);
        ids.push(created.segment.id);
      }
      return ids;
    },
  });
  const pending = starting.pending || creating.isPending;
  const problem = creating.error?.message ?? starting.problem;
  const count = countOfSelected(contacts);
  const tooMany = contacts.selected.size > MOST_IDS;
  const total = counts?.total ?? count;
  const countIn = new Map(counts?.segments.map(({ segmentId, count: inIt }) => [segmentId, inIt]));

  const counted = useRef(counts);
  useEffect(() => {
    if (!counts || counts === counted.current) return;
    counted.current = counts;
    if (contacts.all && !isUnchanged(contacts.all, counts)) recount(counts);
  }, [counts, contacts.all, recount]);

  const added = newTitles.map((title) => ({
    id: newId(title),
    title,
    color: nextColor(segments),
    createdAt: '',
  }));
  const choices = [...segments, ...added].map((segment) => ({
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
    setNewTitles([...newTitles, title]);
    choose(newId(title), 'add');
  }

  /** Creates the new segments and returns their ids; if one fails, those created stay chosen. */
  async function createNew(): Promise<string[] | null> {
    const titles = changes.filter(({ id }) => id.startsWith(NEW)).map(({ title }) => title);
    if (titles.length === 0) return [];
    const ids = await creating.mutateAsync(titles).catch(() => null);
    if (!ids) return null;
    const kept = [...chosen].filter(([id]) => !titles.some((title) => id === newId(title)));
    setChosen(new Map([...kept, ...ids.map((id) => [id, 'add'] as const)]));
    setNewTitles(newTitles.filter((title) => !titles.includes(title)));
    return ids;
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
    const created = await createNew();
    if (!created) return;
    const add = [...idsOf('add').filter((id) => !id.startsWith(NEW)), ...created];
    const remove = idsOf('remove');
    const started = await start(startSegmentChange, { add, remove });
    if (started) return;
    void refetch();
    // A segment may have been deleted.
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
  }

  return (
    <Dialog
      open
      holds={chosen.size > 0}
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={`Segments of ${countOf(count, 'contact')}`}
      description={namesOfSelected(contacts)}
      initialFocus={choicesRef}
      finalFocus={finalFocus}
      actions={
        <>
          <p role="status" className="basis-full text-sm">
            {counts && total > 0 ? previewOf(changes, total) : null}
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
        {tooMany ? <FormAlert title={TOO_MANY_IDS} /> : null}
        {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
        {recounted && contacts.all ? <ReviewMatching all={contacts.all} onReview={onClose} /> : null}
        {counts && !contacts.all && total > 0 && total < count ? (
          <p className="text-sm text-muted">{countOf(total, 'contact', 'contacts')} of them still exist.</p>
        ) : null}
        {counts && total === 0 ? (
          contacts.all ? null : (
            <NoneLeft
              onDrop={() => {
                selection.drop(contacts.selected.keys());
                onClose();
              }}
            />
          )
        ) : error && !counts ? (
          <FormAlert title={error.message}>
            <div>
              <Button size="sm" pending={isFetching} onClick={() => refetch()}>
                Retry
              </Button>
            </div>
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

/** Prefix of segments that are created when the change is applied. */
const NEW = 'new:';
const newId = (title: string) => `${NEW}${title}`;

function NoneLeft({ onDrop }: { onDrop(): void }) {
  return (
    <FormAlert title="These contacts no longer exist.">
      <div>
        <Button size="sm" onClick={onDrop}>
          Clear them from the selection
        </Button>
      </div>
    </FormAlert>
  );
}
