'use client';

import { type ChangeEvent, type ReactElement, type ReactNode } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { CheckOption, SegmentChecklist } from '@/components/pickers/segment-checklist';
import { timeZone } from '@/components/text/days';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { Select } from '@/components/ui/select';
import type { OptionalField } from '@/lib/contract/contact-filter';
import { useSegments } from '../../segments/use-segments';
import { capitalized, type FilterState, optionalFields, WITHOUT_SEGMENT } from './contact-list-state';

export interface ContactFiltersProps {
  state: FilterState;
  onChange(state: Partial<FilterState>): void;
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
        className="flex max-h-(--available-height) w-80 max-w-(--available-width) flex-col gap-2 overflow-y-auto p-3"
      >
        <Segments {...props} />
        <Separator />
        {optionalFields.map((field) => (
          <OptionalFieldFilter key={field} field={field} {...props} />
        ))}
        <Company {...props} />
        <Separator />
        <Days name="created" {...props} />
        <Days name="updated" {...props} />
        <p className="text-sm text-muted">Days in your time zone, {timeZone()}</p>
        {useCan('listReferralCodes') ? <ReferralCode {...props} /> : null}
      </PopoverPopup>
    </Popover>
  );
}

function Segments({ state: { segment, segmentMatch }, onChange }: ContactFiltersProps) {
  const { data: segments = [], isPending, error, refetch } = useSegments();
  const option = (id: string) => ({
    checked: segment.includes(id),
    onChange: (on: boolean) =>
      onChange({ segment: on ? [...segment, id] : segment.filter((other) => other !== id) }),
  });
  return (
    <SegmentChecklist
      label="Segment"
      segments={segments}
      scroll={{ className: 'max-h-44' }}
      head={
        <>
          <Row label="Segment">
            <Select
              aria-label="Segment is or is not"
              value={segmentMatch}
              onChange={({ target }) =>
                onChange({ segmentMatch: target.value as FilterState['segmentMatch'] })
              }
            >
              <option value="any">is any of</option>
              <option value="all">is all of</option>
              <option value="none">is none of</option>
            </Select>
          </Row>
          {error ? (
            <div className="flex items-center justify-between gap-2 px-2 py-1.5 text-sm">
              <p className="text-danger">{error.message}</p>
              <Button size="sm" onClick={() => refetch()}>
                Retry
              </Button>
            </div>
          ) : null}
          {isPending ? <p className="px-2 py-1.5 text-sm text-muted">Loading segments …</p> : null}
        </>
      }
      first={<CheckOption {...option(WITHOUT_SEGMENT)} label="No segments" />}
      option={({ id, title, color, contactCount }) => (
        <CheckOption key={id} {...option(id)} label={title} color={color}>
          {contactCount === undefined ? null : (
            <span className="text-muted">{formatCount(contactCount)}</span>
          )}
        </CheckOption>
      )}
    />
  );
}

const Separator = () => <div role="presentation" className="-mx-3 border-t border-line" />;

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className="flex items-center gap-2 text-sm *:last:min-w-0 *:last:flex-1">
    <span className="w-26 shrink-0">{label}</span>
    {children}
  </label>
);

interface OptionalFieldProps extends ContactFiltersProps {
  field: OptionalField;
}

function OptionalFieldFilter({ field, state: { has, lacks }, onChange }: OptionalFieldProps) {
  const others = (fields: OptionalField[]) => fields.filter((other) => other !== field);
  const choose = (value: string) =>
    onChange({
      has: value === 'has' ? [...others(has), field] : others(has),
      lacks: value === 'lacks' ? [...others(lacks), field] : others(lacks),
    });
  return (
    <Row label={capitalized(field)}>
      <Select
        value={has.includes(field) ? 'has' : lacks.includes(field) ? 'lacks' : ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Any</option>
        <option value="has">is set</option>
        <option value="lacks">is empty</option>
      </Select>
    </Row>
  );
}

/** Filters when it is left or confirmed, not at every key. */
function Company({ state: { company }, onChange }: ContactFiltersProps) {
  const apply = (value: string) => value.trim() !== company && onChange({ company: value.trim() });
  return (
    <Row label="Company is">
      <Input
        defaultValue={company}
        autoComplete="off"
        dir="auto"
        onBlur={({ target }) => apply(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget.value)}
      />
    </Row>
  );
}

function Days({ name, state, onChange }: ContactFiltersProps & { name: 'created' | 'updated' }) {
  const [from, to] = [`${name}From`, `${name}To`] as const;
  const day = (of: typeof from | typeof to) => ({
    type: 'date',
    value: state[of],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [of]: target.value }),
  });
  return (
    <>
      <Row label={`${capitalized(name)} from`}>
        <Input {...day(from)} max={state[to]} />
      </Row>
      <Row label={`${capitalized(name)} to`}>
        <Input {...day(to)} min={state[from]} />
      </Row>
    </>
  );
}

function ReferralCode({ state: { referralCode }, onChange }: ContactFiltersProps) {
  const { data = [] } = useRead('listReferralCodes', {}, { staleTime: 0 });
  const codes = data.map(({ code }) => code);
  // Matched case-insensitively, and perhaps not listed yet.
  const isChosen = (code: string) => code.toLowerCase() === referralCode.toLowerCase();
  const chosen = codes.find(isChosen) ?? referralCode;
  if (codes.length === 0 && !chosen) return null;
  return (
    <>
      <Separator />
      <Row label="Referral code">
        <Select value={chosen} onChange={({ target }) => onChange({ referralCode: target.value })}>
          <option value="">Any or none</option>
          {chosen && !codes.includes(chosen) ? <option>{chosen}</option> : null}
          {codes.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
      </Row>
    </>
  );
}
