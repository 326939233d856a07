'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '@/components/data-table/format-count';
import { chooseByKeys } from '@/components/form/choose-by-keys';
import { isTwin } from '@/components/segment-picker/segment-twin';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { SegmentDot } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import type { Segment } from '@/lib/contract/segment';
import { FoundSegments } from '../segments/found-segments';
import { nextWish, shareOf, type Wish } from './segment-wishes';

interface Choice extends Segment {
  /** How many of the contacts are in it. */
  count: number;
  wish: Wish | undefined;
}

interface SegmentChoicesProps {
  choices: readonly Choice[];
  /** How many contacts there are. */
  total: number;
  loading: boolean;
  onChoose(id: string, wish: Wish | undefined): void;
  /** Offers a new segment of that title, for those who may create one. */
  onCreate?(title: string): void;
  /** Becomes what is to have the focus first: from there arrows lead through the list. */
  focusRef: RefObject<HTMLElement | null>;
}

/** From here on the list has a box to find one. */
const MANY = 8;
/** Rows that the list has room for at least. */
const FEWEST = 3;

/** Every segment with whether all, some or none of the contacts are in it. Arrows move, Space and Enter choose. */
export function SegmentChoices({
  choices,
  total,
  loading,
  onChoose,
  onCreate,
  focusRef,
}: SegmentChoicesProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    focusRef.current = ref.current?.querySelector<HTMLElement>('input:enabled') ?? ref.current;
  }, [focusRef]);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = choices.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const title = words.trim();
  const isNew = title !== '' && !choices.some((choice) => isTwin(choice.title, title));
  function create() {
    onCreate?.(title);
    setWords('');
    ref.current?.querySelector('input')?.focus();
  }

  if (choices.length === 0 && !loading && !onCreate)
    return (
      <p className="text-muted">
        There are no segments yet.{' '}
        <Link href="/segments" className="font-medium text-ink underline underline-offset-2">
          Segments
        </Link>
      </p>
    );
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label="Segments"
      onKeyDown={chooseByKeys}
      className="flex min-h-0 flex-col gap-2 outline-none"
    >
      {choices.length > MANY || onCreate ? (
        <Input
          aria-label={onCreate ? 'Find or create a segment' : 'Find a segment'}
          placeholder={onCreate ? 'Find or create a segment' : 'Find a segment'}
          maxLength={100}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && onCreate && isNew && found.length === 0) create();
          }}
        />
      ) : null}
      {/* As high as all of them: the dialog keeps its height while somebody looks for one. */}
      <div
        className="-mx-1.5 overflow-y-auto"
        style={{ height: `min(${Math.max(choices.length, FEWEST) * 2}rem, 21rem)` }}
      >
        <ul aria-busy={loading}>
          {found.map((choice) => (
            <li key={choice.id}>
              <Option choice={choice} total={total} loading={loading} onChoose={onChoose} />
            </li>
          ))}
        </ul>
        {onCreate && isNew && !loading ? (
          <Button variant="ghost" size="sm" onClick={create}>
            <Plus aria-hidden />
            Create “{title}”
          </Button>
        ) : null}
        <FoundSegments wanted={wanted} count={found.length} />
      </div>
    </div>
  );
}

interface OptionProps extends Omit<SegmentChoicesProps, 'choices' | 'onCreate' | 'focusRef'> {
  choice: Choice;
}

function Option({ choice: { id, title, color, count, wish }, total, loading, onChoose }: OptionProps) {
  const share = shareOf(count, total);
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-sm hover:bg-hover">
      <Checkbox
        checked={wish ? wish === 'add' : share === 'all'}
        mixed={!wish && share === 'some'}
        disabled={loading}
        onChange={() => onChoose(id, nextWish(share, wish))}
      />
      <SegmentDot color={color} />
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {loading ? (
        <Skeleton className="w-12" />
      ) : (
        <span className="text-muted">
          {wish
            ? `${amount(share, count, total)} → ${wish === 'add' ? 'all' : 'none'}`
            : amount(share, count, total)}
        </span>
      )}
    </label>
  );
}

function amount(share: 'all' | 'some' | 'none', count: number, total: number): string {
  return share === 'some' ? `${formatCount(count)} of ${formatCount(total)}` : share;
}
