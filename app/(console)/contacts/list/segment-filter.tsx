'use client';

import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactElement, useId, useRef, useState } from 'react';
import { FoundSegments } from '@/app/(console)/segments/found-segments';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { formatCount } from '@/components/data-table/format-count';
import { chooseByKeys } from '@/components/form/choose-by-keys';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { SegmentDot } from '@/components/ui/segment-chip';
import { WITHOUT_SEGMENT } from './contact-filter';

/** From here on the list has a box to find one. */
const MANY = 8;

export interface SegmentFilterProps {
  /** Ids, and `none`. */
  value: readonly string[];
  onChange(value: string[]): void;
  /** Whether contacts in any of them are listed, or those in none. */
  match: 'any' | 'none';
  onMatch(match: 'any' | 'none'): void;
}

/** Narrows the list to contacts in any of some segments, or in none of them. */
export function SegmentFilter({
  trigger,
  value,
  onChange,
  match,
  onMatch,
}: SegmentFilterProps & { trigger: ReactElement }) {
  const { data: segments = [], isPending, error, refetch } = useQuery(segmentListOptions());
  const [words, setWords] = useState('');
  const findRef = useRef<HTMLInputElement>(null);
  const wanted = words.trim().toLocaleLowerCase();
  const found = segments.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((other) => other !== id));

  return (
    <Popover onOpenChange={() => setWords('')}>
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        aria-label="Filter by segment"
        // Where there are many, their first letters are what somebody goes on with.
        initialFocus={(opened) => opened === 'touch' || (findRef.current ?? true)}
        className="flex max-h-96 w-72 flex-col"
        onKeyDown={chooseByKeys}
      >
        <MatchChoice value={match} onChange={onMatch} />
        {segments.length > MANY ? (
          <div className="p-1">
            <Input
              ref={findRef}
              aria-label="Find a segment"
              placeholder="Find a segment"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        ) : null}
        {error ? (
          <div className="flex items-center justify-between gap-2 px-2 py-1.5 text-sm">
            <p className="text-danger">{error.message}</p>
            <Button size="sm" onClick={() => refetch()}>
              Retry
            </Button>
          </div>
        ) : null}
        {isPending ? <p className="px-2 py-1.5 text-sm text-muted">Loading segments …</p> : null}
        <ul className="min-h-0 overflow-y-auto">
          {wanted ? null : (
            <Option
              checked={value.includes(WITHOUT_SEGMENT)}
              onChange={(on) => toggle(WITHOUT_SEGMENT, on)}
              label={match === 'none' ? 'Leave out those without segment' : 'Without segment'}
            />
          )}
          {found.map((segment) => (
            <Option
              key={segment.id}
              checked={value.includes(segment.id)}
              onChange={(on) => toggle(segment.id, on)}
              label={segment.title}
              color={segment.color}
              count={segment.contactCount}
            />
          ))}
        </ul>
        <FoundSegments wanted={wanted} count={found.length} />
        {value.length > 0 ? (
          <div className="-mx-1 mt-1 -mb-1 border-t border-line p-1">
            <Button variant="ghost" size="sm" className="w-full" onClick={() => onChange([])}>
              Clear segments
            </Button>
          </div>
        ) : null}
      </PopoverPopup>
    </Popover>
  );
}

const matches = { any: 'In any of', none: 'In none of' } as const;

function MatchChoice({ value, onChange }: { value: 'any' | 'none'; onChange(value: 'any' | 'none'): void }) {
  const name = useId();
  return (
    <fieldset className="m-1 flex rounded-md border border-control">
      <legend className="sr-only">Contacts</legend>
      {(['any', 'none'] as const).map((match) => (
        <label
          key={match}
          className="relative flex h-7 flex-1 items-center justify-center gap-1 rounded-[5px] text-sm text-muted hover:bg-hover has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 size-full opacity-0"
            checked={value === match}
            onChange={() => onChange(match)}
          />
          {value === match ? <Check aria-hidden className="size-4" /> : null}
          {matches[match]}
        </label>
      ))}
    </fieldset>
  );
}

interface OptionProps {
  checked: boolean;
  onChange(checked: boolean): void;
  label: string;
  color?: string | null;
  count?: number;
}

function Option({ checked, onChange, label, color, count }: OptionProps) {
  return (
    <li>
      <label className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-sm hover:bg-hover">
        <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />
        {color === undefined ? null : <SegmentDot color={color} />}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {count === undefined ? null : <span className="text-muted">{formatCount(count)}</span>}
      </label>
    </li>
  );
}
