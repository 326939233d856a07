'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { formatCount } from '@/components/data-table/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { SegmentDot } from '@/components/ui/segment-chip';
import { segmentListOptions } from '../segments/segment-queries';
import { WITHOUT_SEGMENT } from './contact-filter';

/** From here on the list has a box to find one. */
const MANY = 8;

export interface SegmentFilterProps {
  /** Ids, and `none`. */
  value: readonly string[];
  onChange(value: string[]): void;
}

/** Narrows the list to contacts in any of some segments, or in none. */
export default function SegmentFilter({
  trigger,
  value,
  onChange,
}: SegmentFilterProps & { trigger: ReactElement }) {
  const { data: segments = [], isPending, error, refetch } = useQuery(segmentListOptions());
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = segments.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...value, id] : value.filter((other) => other !== id));

  return (
    <Popover defaultOpen onOpenChange={() => setWords('')}>
      <PopoverTrigger render={trigger} />
      <PopoverPopup aria-label="Filter by segment" className="flex max-h-96 w-72 flex-col">
        {segments.length > MANY ? (
          <div className="p-1">
            <Input
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
              label="Without segment"
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
        {wanted && found.length === 0 ? (
          <p className="px-2 py-1.5 text-sm text-muted">No segment is called that.</p>
        ) : null}
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
