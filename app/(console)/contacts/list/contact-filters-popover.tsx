'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { codeListOptions } from '@/app/(console)/referral-codes/code-queries';
import { FoundSegments } from '@/app/(console)/segments/found-segments';
import { segmentListOptions } from '@/app/(console)/segments/segment-queries';
import { useCapabilities } from '@/app/(console)/service-provider';
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

type Filters = Pick<ContactListState, 'segment' | 'segmentMatch' | 'referralCode'>;

export interface ContactFiltersProps {
  state: Filters;
  onChange(state: Partial<Filters>): void;
}

export default function ContactFiltersPopover({
  trigger,
  ...props
}: ContactFiltersProps & { trigger: ReactElement }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        aria-label="Filters"
        className="flex max-h-96 w-72 flex-col gap-1"
        onKeyDown={chooseByKeys}
      >
        <Segments {...props} />
        {useCapabilities().listReferralCodes ? <ReferralCode {...props} /> : null}
      </PopoverPopup>
    </Popover>
  );
}

function Segments({ state: { segment, segmentMatch }, onChange }: ContactFiltersProps) {
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

function ReferralCode({ state: { referralCode }, onChange }: ContactFiltersProps) {
  const { data = [] } = useQuery(codeListOptions());
  const codes = data.map(({ code }) => code);
  // Matched case-insensitively, and perhaps not listed yet.
  const isChosen = (code: string) => code.toLowerCase() === referralCode.toLowerCase();
  const chosen = codes.find(isChosen) ?? referralCode;
  if (codes.length === 0 && !chosen) return null;
  return (
    <label className="flex items-center gap-2 border-t border-line px-1.5 pt-2 text-sm whitespace-nowrap">
      Referral code
      <Select
        aria-label="Referral code"
        value={chosen}
        onChange={({ target }) => onChange({ referralCode: target.value })}
        className="min-w-0 flex-1"
      >
        <option value="">Any or none</option>
        {chosen && !codes.includes(chosen) ? <option>{chosen}</option> : null}
        {codes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
    </label>
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
