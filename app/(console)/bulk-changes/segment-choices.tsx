'use client';

import Link from 'next/link';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { formatCount } from '@/components/data-table/format-count';
import { chooseByKeys } from '@/components/form/choose-by-keys';
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
  /** Becomes what is to have the focus first: from there arrows lead through the list. */
  focusRef: RefObject<HTMLElement | null>;
}

/** From here on the list has a box to find one. */
const MANY = 8;

/** Every segment with whether all, some or none of the contacts are in it. Arrows move, Space and Enter choose. */
export function SegmentChoices({ choices, total, loading, onChoose, focusRef }: SegmentChoicesProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    focusRef.current = ref.current?.querySelector<HTMLElement>('input:enabled') ?? ref.current;
  }, [focusRef]);
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = choices.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));

  if (choices.length === 0 && !loading)
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
      {choices.length > MANY ? (
        <Input
          aria-label="Find a segment"
          placeholder="Find a segment"
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      ) : null}
      <ul aria-busy={loading} className="-mx-1.5 max-h-84 overflow-y-auto">
        {found.map((choice) => (
          <li key={choice.id}>
            <Option choice={choice} total={total} loading={loading} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <FoundSegments wanted={wanted} count={found.length} />
    </div>
  );
}

interface OptionProps extends Omit<SegmentChoicesProps, 'choices' | 'focusRef'> {
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
