'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { FoundSegments } from '@/app/(console)/segments/found-segments';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { formatCount } from '@/components/data-table/format-count';
import { chooseByKeys } from '@/components/form/choose-by-keys';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { SegmentDot } from '@/components/ui/segment-chip';
import { Select } from '@/components/ui/select';
import { type ContactListState, WITHOUT_SEGMENT } from './contact-list-state';

/** Longer lists have a search box. */
const MANY = 8;

export interface SegmentFilterProps {
  state: Pick<ContactListState, 'segment' | 'segmentMatch'>;
  onChange(state: Partial<Pick<ContactListState, 'segment' | 'segmentMatch'>>): void;
}

export default function SegmentFilterPopover({
  trigger,
  ...props
}: SegmentFilterProps & { trigger: ReactElement }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        aria-label="Filter by segment"
        className="flex max-h-96 w-72 flex-col gap-1"
        onKeyDown={chooseByKeys}
      >
        <Choices {...props} />
      </PopoverPopup>
    </Popover>
  );
}

function Choices({ state: { segment, segmentMatch }, onChange }: SegmentFilterProps) {
  const { data: segments = [], isPending, error, refetch } = useQuery(segmentListOptions());
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = segments.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const option = (id: string) => ({
    checked: segment.includes(id),
    onChange: (on: boolean) =>
      onChange({ segment: on ? [...segment, id] : segment.filter((other) => other !== id) }),
  });
  return (
    <>
      <label className="flex items-center gap-2 px-1.5 text-sm">
        Segment
        <Select
          aria-label="Segment is or is not"
          value={segmentMatch}
          onChange={({ target }) => onChange({ segmentMatch: target.value as 'any' | 'none' })}
          className="flex-1"
        >
          <option value="any">is any of</option>
          <option value="none">is none of</option>
        </Select>
      </label>
      {segments.length > MANY ? (
        <div className="px-1.5 py-1">
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
        {wanted ? null : <Option {...option(WITHOUT_SEGMENT)} label="No segments" />}
        {found.map(({ id, title, color, contactCount }) => (
          <Option key={id} {...option(id)} label={title} color={color} count={contactCount} />
        ))}
      </ul>
      <FoundSegments wanted={wanted} count={found.length} />
    </>
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
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {label}
        </span>
        {count === undefined ? null : <span className="text-muted">{formatCount(count)}</span>}
      </label>
    </li>
  );
}
