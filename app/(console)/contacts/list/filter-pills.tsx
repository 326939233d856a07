'use client';

import { type ReactNode, useContext } from 'react';
import {
  type Condition,
  capitalized,
  filterName,
  firstDay,
  getConditions,
  isGoneField,
} from '@/components/contacts/contact-list-state';
import { SegmentsById } from '@/components/contacts/contact-segments';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { isBroken } from '@/components/contacts/rule-words';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { useRead } from '@/components/hooks/use-read';
import { formatShortDay, toDay } from '@/components/text/days';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { FilterPill, FilterPillFace } from '@/components/ui/filter-pill';
import { SegmentDot } from '@/components/ui/segment-chip';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { ContactFiltersProps } from './contact-filters-popover';
import EditedRule from './edited-rule';
import { FilterTrigger } from './filter-trigger';

interface FilterPillsProps extends ContactFiltersProps {
  filter: ContactFilter;
  /** Absent if nothing can be cleared. */
  onClear?: (() => void) | undefined;
  viewButton: ReactNode;
  /** Whether the filters are those of a saved view. */
  isView: boolean;
  /** Id of the segment whose rule is edited. */
  editedRule: string | null;
}

/** The row of the active filters, with the rule that they edit. */
export default function FilterPills({
  filter,
  onClear,
  viewButton,
  isView,
  editedRule,
  ...props
}: FilterPillsProps) {
  const { fixed } = props;
  return (
    <>
      <div className="pill-row">
        <Pills {...props} />
        {isView ? viewButton : null}
        {onClear ? (
          <Button
            variant="ghost"
            aria-label="Clear filters"
            onClick={onClear}
            // On phones, the cross of a single pill does the same.
            className="max-md:px-2 max-md:nth-2:hidden print:hidden"
          >
            Clear
          </Button>
        ) : null}
        {isView ? null : viewButton}
      </div>
      {editedRule && !fixed ? <EditedRule id={editedRule} filter={filter} /> : null}
    </>
  );
}

/** Pills of the active filters, "Segment | is | Customer | ×". */
function Pills(props: ContactFiltersProps) {
  const { state, onChange, fixed } = props;
  const fields = useFieldsByName();
  const segments = useContext(SegmentsById);
  const namesBroken = segments.size > 0 && state.segment.some((id) => isBroken(segments, id));
  const { data: deleted } = useRead(
    'listDeletedSegments',
    {},
    { enabled: useCan('restoreSegment') && namesBroken },
  );
  const trashed = deleted?.map((one) => [one.id, { ...one, title: `${one.title}, in the trash` }] as const);
  const pills = getConditions(state, new Map([...(trashed ?? []), ...segments]), fields, fixed);
  return (
    <>
      {pills.map(({ name, words, without, operator, values }, index) => {
        const label = capitalized(filterName(name, fields));
        const prefix = <span className="sr-only">{`${label} ${values.length > 0 ? operator : ''} `}</span>;
        const condition = (
          <FilterPillFace className={cn('shrink-0', values.length > 0 && 'text-muted')}>
            {values.length > 0 ? <span className="sr-only">{label} </span> : prefix}
            {operator}
          </FilterPillFace>
        );
        const value = (
          <FilterPillFace title={words}>
            {prefix}
            <Values values={values} />
            <Since day={firstDay(name, state)} />
          </FilterPillFace>
        );
        return (
          <FilterPill
            // The words change while the popover is open, so they are part of the key only where the name is not unique.
            key={pills[index - 1]?.name === name ? `${name} ${words}` : name}
            remove={`Remove the ${filterName(name, fields)} filter`}
            broken={name === 'segment' ? namesBroken : isGoneField(name, fields)}
            onRemove={() => onChange(without)}
          >
            <span aria-hidden className="flex min-w-10 items-center px-2 text-muted md:shrink-0 md:px-2.5">
              <span dir="auto" className="truncate">
                {label}
              </span>
            </span>
            {operator ? <FilterTrigger {...props} face={condition} field={name} condition /> : null}
            {values.length > 0 ? <FilterTrigger {...props} face={value} field={name} /> : null}
          </FilterPill>
        );
      })}
      {state.import ? <ImportPill id={state.import} onRemove={() => onChange({ import: '' })} /> : null}
    </>
  );
}

/** Most values that a pill names. */
const MOST = 3;

/** The values of a filter, segments with their dots: "Customer, Lead +2"; on narrow screens the number of several. */
function Values({ values }: Pick<Condition, 'values'>) {
  const several = values.length > 1;
  return (
    <>
      {several ? (
        <span aria-hidden className="md:hidden">
          {values.length}
        </span>
      ) : null}
      {values.slice(0, MOST).map(({ text, color }, index) => (
        <span
          key={text}
          className={cn('flex min-w-0 items-center gap-1.5', several && 'max-md:not-print:sr-only')}
        >
          {color === undefined ? null : <SegmentDot color={color} className="size-2" />}
          <span dir="auto" className="truncate">
            {text}
          </span>
          {index < values.length - 1 ? <span className="-ml-1.5">,</span> : null}
        </span>
      ))}
      {values.length > MOST ? (
        <span className="text-muted max-md:hidden">+{values.length - MOST}</span>
      ) : null}
    </>
  );
}

/** The day on which relative days begin, known only in the browser. */
function Since({ day }: { day: string }) {
  if (!useHydrated() || !day) return null;
  const isToday = day === toDay(new Date().toISOString());
  return (
    <span className="shrink-0 font-normal text-muted max-md:hidden">
      {isToday ? null : 'since '}
      {formatShortDay(day)}
    </span>
  );
}

/** Pill of the import filter, which the import's page sets and which can only be removed here. */
function ImportPill({ id, onRemove }: { id: string; onRemove(): void }) {
  const { data } = useRead('getImport', { id });
  return (
    <FilterPill remove="Remove the import filter" onRemove={onRemove}>
      <span className="flex min-w-0 items-center px-2.5">
        <span className="truncate">
          Imported{data ? ' from ' : null}
          <bdi>{data?.name}</bdi>
        </span>
      </span>
    </FilterPill>
  );
}
