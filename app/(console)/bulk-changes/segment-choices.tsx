import { Plus } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { chooseByKeys } from '@/components/form/choose-by-keys';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { SegmentDot } from '@/components/ui/segment-chip';
import { Skeleton } from '@/components/ui/skeleton';
import type { Segment } from '@/lib/contract/segment';
import { isDuplicateTitle } from '@/lib/contract/title-key';
import { FoundSegments } from '../segments/found-segments';
import { nextChange, type SegmentChange, shareOf } from './segment-changes';

interface Choice extends Pick<Segment, 'id' | 'title' | 'color'> {
  count: number;
  change: SegmentChange | undefined;
}

interface SegmentChoicesProps {
  choices: readonly Choice[];
  total: number;
  loading: boolean;
  onChoose(id: string, change: SegmentChange | undefined): void;
  /** Present if the person may create segments. */
  onCreate?(title: string): void;
  /** Set to the element to focus first. */
  focusRef: RefObject<HTMLElement | null>;
}

/** Longer lists have a search box. */
const MANY = 8;
/** Minimum height in rows. */
const FEWEST = 3;

/** All segments, each with how many of the contacts are in it. Arrows move, Space and Enter choose. */
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
  const isNew = title !== '' && !choices.some((choice) => isDuplicateTitle(choice.title, title));
  function create() {
    onCreate?.(title);
    setWords('');
    ref.current?.querySelector('input')?.focus();
  }

  if (choices.length === 0 && !loading && !onCreate)
    return (
      <p className="text-muted">
        No segments yet.{' '}
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
      {/* As tall as the whole list, to keep the dialog's height while filtering. */}
      <div
        className="-mx-1.5 overflow-y-auto"
        style={{ height: `min(${Math.max(choices.length, FEWEST) * 2}rem, 21rem)` }}
      >
        <ul aria-busy={loading}>
          {found.map(({ id, title, color, count, change }) => {
            const share = shareOf(count, total);
            const amount = share === 'some' ? `${formatCount(count)} of ${formatCount(total)}` : share;
            return (
              <li key={id}>
                <label className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-sm hover:bg-hover">
                  <Checkbox
                    checked={change ? change === 'add' : share === 'all'}
                    mixed={!change && share === 'some'}
                    disabled={loading}
                    onChange={() => onChoose(id, nextChange(share, change))}
                  />
                  <SegmentDot color={color} />
                  <span className="min-w-0 flex-1 truncate">{title}</span>
                  {loading ? (
                    <Skeleton className="w-12" />
                  ) : (
                    <span className="text-muted">
                      {amount}
                      {change ? ` → ${change === 'add' ? 'all' : 'none'}` : null}
                    </span>
                  )}
                </label>
              </li>
            );
          })}
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
