import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import {
  type FilterField,
  filterName,
  isOwnField,
  isShared,
  toFilter,
  type UrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from '@/components/contacts/contact-list-state';
import type { FilterValue } from '@/components/contacts/filter-suggestions';
import { useFieldsByName, useOwnFields } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useRead } from '@/components/hooks/use-read';
import { CheckOption, chooseByKeys, FEW } from '@/components/pickers/segment-checklist';
import { useSegments } from '@/components/segments/use-segments';
import { Button } from '@/components/ui/button';
import { DayFields } from '@/components/ui/day-fields';
import { ErrorText } from '@/components/ui/error-text';
import { Input } from '@/components/ui/input';
import type { Field } from '@/lib/contract/field';
import { ValueCount } from './filter-choices';

/** Values listed of a company or job title. */
const MOST = 20;

/** Matches to look at for counts; those of a million would take seconds. */
const MOST_COUNTED = 20_000;

/**
 * All segments and referral codes that the person may filter by. `counts`: whether to count the contacts of segments that match
 * the other filters.
 */
export function useOwnValues(state: UrlFilter, counts: boolean) {
  const segments = useSegments();
  const fields = useOwnFields();
  const codes = useRead('listReferralCodes', {}, { enabled: useCan('listReferralCodes') });
  const filter = toFilter({ ...state, ...withoutField('segment', state) });
  const isNarrow = Object.keys(filter).length > 0;
  const { data: counted } = useRead(
    'countContactSegments',
    { body: { filter, countLimit: MOST_COUNTED } },
    { enabled: useCan('countContactSegments') && counts && isNarrow, placeholderData: keepPreviousData },
  );
  const atLeast = counted?.total === MOST_COUNTED;
  const countOf = (id: string) =>
    counted?.segments.find(({ segmentId }) => segmentId === id)?.count ??
    (atLeast ? undefined : counted && 0);
  const values: Partial<Record<FilterField, FilterValue[]>> = {
    segment: segments.data?.map(({ id, title, color, rule, contactCount }) => ({
      value: id,
      label: title,
      color,
      rule,
      // Those by rule are counted only on their own.
      ...(isNarrow ? { count: rule ? undefined : countOf(id), atLeast } : { count: contactCount }),
    })),
    referralCode: codes.data?.map(({ code }) => ({ value: code })),
    ...Object.fromEntries(fields.map((field) => [`fields.${field.key}`, optionsOf(field)])),
  };
  return { values, error: segments.error ?? codes.error };
}

/** The values that a choice can have. */
const optionsOf = ({ type, options }: Field): FilterValue[] | undefined =>
  type === 'boolean'
    ? [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]
    : options?.map(({ value, label, color }) => ({ value, label, color }));

/**
 * The most frequent companies or job titles that contain the words, of the contacts that match the other filters: the latest
 * read ones, and whether others are on their way.
 */
export function useSharedValues(field: FilterField, words: string, state: UrlFilter, enabled: boolean) {
  const text = useDebouncedValue(words.trim(), 100);
  const isSettled = text === words.trim();
  const own = field === 'jobtitle' ? field : 'company';
  const others = { ...state, ...withoutField(own, state) };
  const filter = toFilter({ ...others, ...(text && { [`${own}Contains`]: text }) });
  const { data, error, isFetching } = useRead(
    'countContactValues',
    { body: { filter, field: own, limit: MOST, countLimit: MOST_COUNTED } },
    // The text before the last key may be blank, for which everybody would be counted.
    { enabled: enabled && isSettled, placeholderData: keepPreviousData },
  );
  const atLeast = data?.total === MOST_COUNTED;
  const values = data?.values.map((one) => ({ ...one, atLeast }));
  return { values, error, pending: enabled && (isFetching || !isSettled) };
}

/** Options listed with their counts. */
const MOST_OPTIONS = 50;

/** The options of an own field with the contacts that have them, of those that match the other filters. */
function useOptionCounts(field: FilterField, state: UrlFilter, options: FilterValue[] | undefined) {
  const isOwn = isOwnField(field);
  const filter = toFilter({ ...state, ...withoutField(field, state) });
  const { data } = useRead(
    'countContactValues',
    {
      body: {
        filter,
        field: isOwn ? field : 'company',
        each: true,
        limit: MOST_OPTIONS,
        countLimit: MOST_COUNTED,
      },
    },
    { enabled: useCan('countContactValues') && isOwn, placeholderData: keepPreviousData },
  );
  if (!isOwn || !data) return options;
  const atLeast = data.total === MOST_COUNTED;
  const counts = new Map(data.values.map(({ value, count }) => [value, count]));
  const rest = atLeast || counts.size === MOST_OPTIONS ? undefined : 0;
  return options?.map((one) => ({ ...one, count: counts.get(one.value) ?? rest, atLeast }));
}

/** Whether two values match the same contacts, as far as case goes. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

interface ValueListProps {
  field: FilterField;
  /** The filters beside which values are counted. */
  state: UrlFilter;
  chosen: readonly string[];
  onChange(values: string[]): void;
}

/** Checkboxes for the values of a field, with a search field if there are many; each press applies. */
export function ValueList({ field, state, chosen, onChange }: ValueListProps) {
  const [words, setWords] = useState('');
  const own = useOwnValues(state, field === 'segment');
  const shared = useSharedValues(field, words, state, isShared(field));
  const fields = useFieldsByName();
  const listed = useOptionCounts(field, state, own.values[field]);
  const { values: read, error } = isShared(field) ? shared : { ...own, values: listed };
  const [isLong, setLong] = useState(false);
  // The search field stays once it is there, because it has the focus.
  if (!isLong && read && read.length > FEW) setLong(true);
  // Values chosen before may be rare or gone; they stand first.
  const [before] = useState(chosen);
  const rare =
    field === 'segment' ? [] : before.filter((one) => !read?.some(({ value }) => isSame(value, one)));
  const all: readonly FilterValue[] = [
    ...(field === 'segment' ? [{ value: WITHOUT_SEGMENT, label: 'No segments' }] : []),
    ...rare.map((value) => ({ value })),
    ...(read ?? []),
  ];
  const wanted = words.trim().toLowerCase();
  const found: readonly FilterValue[] | undefined =
    isShared(field) && words
      ? read
      : all.filter(({ value, label = value }) => label.toLowerCase().includes(wanted));
  // A long list that was read before comes after the first paint, in which the search field already takes keys.
  const isPainted = useDeferredValue(true, false);
  const shown = isPainted || !isLong || words ? found : undefined;
  const list = useRef<HTMLDivElement>(null);
  const isLoaded = read !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector('input')?.focus();
  }, [isLoaded]);
  const find = `Find a ${filterName(field, fields)}`;
  return (
    <div
      ref={list}
      role="group"
      aria-label={filterName(field, fields)}
      onKeyDown={chooseByKeys}
      className="flex flex-col gap-2"
    >
      {isLong ? (
        <Input
          aria-label={find}
          placeholder={find}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      ) : null}
      {/* Both this list and that of filters end with half a row, which shows that they scroll. */}
      <ul aria-busy={shared.pending} className="fading-end max-h-60 overflow-y-auto">
        {shown?.map(({ value, label = value, color, rule, count, atLeast }) => (
          <CheckOption
            key={value}
            label={label}
            color={color}
            rule={rule}
            checked={chosen.some((one) => isSame(one, value))}
            onChange={(on) =>
              onChange([...chosen.filter((one) => !isSame(one, value)), ...(on ? [value] : [])])
            }
          >
            <ValueCount count={count} atLeast={atLeast} />
          </CheckOption>
        ))}
      </ul>
      <p aria-live="polite" className="px-2 pb-1 text-sm text-muted empty:hidden">
        {error && !isLoaded ? (
          <ErrorText error={error} />
        ) : found?.length ? null : isLoaded ? (
          'No matches'
        ) : (
          'Loading…'
        )}
      </p>
    </div>
  );
}

/** Asks for a text to filter by; a blank one is not applied. */
export function TextValue({
  type,
  label,
  value,
  onApply,
}: {
  type: 'text' | 'date';
  label: string;
  value: string;
  onApply(text: string): void;
}) {
  const [text, setText] = useState(value);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) onApply(text.trim());
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <Input
        type={type}
        aria-label={label}
        dir="auto"
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="primary" disabled={!text.trim()}>
        Apply
      </Button>
    </form>
  );
}

interface DaysValueProps {
  name: 'created' | 'updated';
  state: UrlFilter;
  onApply(values: Partial<UrlFilter>): void;
}

/** Asks for first and last day, which replace the field's other filters. */
export function DaysValue({ name, state, onApply }: DaysValueProps) {
  const [from, setFrom] = useState(state[`${name}From`]);
  const [to, setTo] = useState(state[`${name}To`]);
  function submit(event: FormEvent) {
    event.preventDefault();
    onApply({ ...withoutField(name, state), [`${name}From`]: from, [`${name}To`]: to });
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <DayFields from={from} to={to} onFrom={setFrom} onTo={setTo} />
      <Button type="submit" variant="primary" disabled={!from && !to}>
        Apply
      </Button>
    </form>
  );
}
