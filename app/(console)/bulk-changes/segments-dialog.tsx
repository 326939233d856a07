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
import { countOfPicked, isStill, MOST_IDS, namesOfPicked, type Picked } from './picked';
import { ReviewMatching } from './review-matching';
import { SegmentChoices } from './segment-choices';
import { segmentCountsOptions } from './segment-counts-options';
import { previewOf, type Wish } from './segment-wishes';
import { useStartBulkChange } from './use-start-bulk-change';

interface SegmentsDialogProps {
  picked: Picked;
  selection: Selection;
  onClose(): void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Adds what was picked to segments and removes it from others; says to how many before it is done. */
export default function SegmentsDialog({ selection, finalFocus, onClose, ...props }: SegmentsDialogProps) {
  const { picked, problemRef, recounted, recount, start, ...starting } = useStartBulkChange({
    picked: props.picked,
    selection,
    nothing: 'Nothing was changed',
    onClose,
  });
  const queryClient = useQueryClient();
  const formId = useId();
  const choicesRef = useRef<HTMLElement>(null);
  const { data: segments = [] } = useQuery(segmentListOptions());
  const { data: counts, error, isFetching, refetch } = useQuery(segmentCountsOptions(formId, picked));
  const [wishes, setWishes] = useState<ReadonlyMap<string, Wish>>(new Map());
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
  const count = countOfPicked(picked);
  const tooMany = picked.selected.size > MOST_IDS;
  const total = counts?.total ?? count;
  const countIn = new Map(counts?.segments.map(({ segmentId, count: inIt }) => [segmentId, inIt]));

  const counted = useRef(counts);
  useEffect(() => {
    if (!counts || counts === counted.current) return;
    counted.current = counts;
    if (picked.all && !isStill(picked.all, counts)) recount(counts);
  }, [counts, picked.all, recount]);

  const added = newTitles.map((title) => ({
    id: newId(title),
    title,
    color: nextColor(segments),
    createdAt: '',
  }));
  const choices = [...segments, ...added].map((segment) => ({
    ...segment,
    count: countIn.get(segment.id) ?? 0,
    wish: wishes.get(segment.id),
  }));
  const changes = choices.flatMap(({ wish, ...choice }) => (wish ? [{ ...choice, wish }] : []));
  const ready = counts !== undefined && changes.length > 0 && total > 0 && !tooMany;

  function choose(id: string, wish: Wish | undefined) {
    const next = new Map(wishes);
    if (wish) next.set(id, wish);
    else next.delete(id);
    setWishes(next);
  }

  function create(title: string) {
    setNewTitles([...newTitles, title]);
    choose(newId(title), 'add');
  }

  /** The ids of what is new, made now; what was made stays chosen if the rest fails. */
  async function createNew(): Promise<string[] | null> {
    const titles = changes.filter(({ id }) => id.startsWith(NEW)).map(({ title }) => title);
    if (titles.length === 0) return [];
    const ids = await creating.mutateAsync(titles).catch(() => null);
    if (!ids) return null;
    const kept = [...wishes].filter(([id]) => !titles.some((title) => id === newId(title)));
    setWishes(new Map([...kept, ...ids.map((id) => [id, 'add'] as const)]));
    setNewTitles(newTitles.filter((title) => !titles.includes(title)));
    return ids;
  }

  /** Not from the message that others match: first it is left. */
  function applyByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.target !== problemRef.current) saveByKey(event);
  }

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (!ready || pending) return;
    const idsOf = (wanted: Wish) => changes.filter(({ wish }) => wish === wanted).map(({ id }) => id);
    const created = await createNew();
    if (!created) return;
    const add = [...idsOf('add').filter((id) => !id.startsWith(NEW)), ...created];
    const remove = idsOf('remove');
    const started = await start(startSegmentChange, { add, remove });
    if (started) return;
    void refetch();
    // One of them may have been deleted.
    void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
  }

  return (
    <Dialog
      open
      holds={wishes.size > 0}
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={`Segments of ${countOf(count, 'contact')}`}
      description={namesOfPicked(picked)}
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
        {tooMany ? <FormAlert title={TOO_MANY} /> : null}
        {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
        {recounted && picked.all ? <ReviewMatching all={picked.all} onReview={onClose} /> : null}
        {counts && !picked.all && total > 0 && total < count ? (
          <p className="text-sm text-muted">{countOf(total, 'of them is', 'of them are')} still there.</p>
        ) : null}
        {counts && total === 0 ? (
          picked.all ? null : (
            <NoneLeft
              onDrop={() => {
                selection.drop(picked.selected.keys());
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

/** Of segments that are made when the change is applied. */
const NEW = 'new:';
const newId = (title: string) => `${NEW}${title}`;

/** All were deleted meanwhile. */
function NoneLeft({ onDrop }: { onDrop(): void }) {
  return (
    <FormAlert title="None of them is there any more.">
      <div>
        <Button size="sm" onClick={onDrop}>
          Drop them from the selection
        </Button>
      </div>
    </FormAlert>
  );
}

const TOO_MANY = 'At most 10,000 contacts that were picked one by one are changed at once.';
