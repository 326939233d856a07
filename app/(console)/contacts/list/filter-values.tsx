import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  filterName,
  toFilter,
  type UrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from '@/components/contacts/contact-list-state';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useRead } from '@/components/hooks/use-read';
import { CheckOption, chooseByKeys, FEW, SegmentChecklist } from '@/components/pickers/segment-checklist';
import { useSegments } from '@/components/segments/use-segments';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { DayFields } from '@/components/ui/day-fields';
import { ErrorText } from '@/components/ui/error-text';
import { Input } from '@/components/ui/input';
import type { SharedField } from '@/lib/contract/contact-fields';
import { ChoiceList, FindChoice } from './filter-choices';

interface ValuesProps {
  chosen: readonly string[];
  onChange(values: string[]): void;
}

/** Props of a checkbox that adds or removes a value. */
const toggle = ({ chosen, onChange }: ValuesProps, value: string) => ({
  checked: chosen.includes(value),
  onChange: (on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value)),
});

/** The most frequent companies or job titles that contain the words, of the contacts that match the other filters. */
export function useFieldValues(
  field: SharedField,
  words: string,
  state: UrlFilter,
  limit: number,
  enabled = true,
) {
  const text = useDebouncedValue(words.trim(), 100);
  const filter = toFilter({
    ...state,
    ...withoutField(field, state),
    ...(text && { [`${field}Contains`]: text }),
  });
  const { data, error, isFetching } = useRead(
    'countContactValues',
    { body: { filter, field, limit } },
    { enabled, placeholderData: keepPreviousData },
  );
  const pending = enabled && (isFetching || text !== words.trim());
  return { values: pending ? undefined : data?.values, latest: data?.values ?? [], error, pending };
}

/** Checkboxes for the values of a company or job title, most frequent first; each press applies. */
export function SharedValues({
  field,
  state,
  ...props
}: ValuesProps & { field: SharedField; state: UrlFilter }) {
  const [words, setWords] = useState('');
  const [few, setFew] = useState(true);
  const { latest, error, pending } = useFieldValues(field, words, state, 20);
  const list = useRef<HTMLDivElement>(null);
  const isLoaded = latest.length > 0;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector('input')?.focus();
  }, [isLoaded]);
  // The search field stays once it is there, because it has the focus.
  if (few && latest.length > FEW) setFew(false);
  // Values chosen before may be rare; they stand first.
  const [before] = useState(props.chosen);
  const isListed = (value: string) => latest.some((one) => one.value.toLowerCase() === value.toLowerCase());
  const rare = before.filter((value) => !isListed(value)).map((value) => ({ value, count: undefined }));
  const found = [...(words ? [] : rare), ...latest];
  const find = `Find a ${filterName(field)}`;
  return (
    <div
      ref={list}
      role="group"
      aria-label={filterName(field)}
      onKeyDown={chooseByKeys}
      className="flex flex-col gap-2"
    >
      {few ? null : (
        <Input
          aria-label={find}
          placeholder={find}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <ul aria-busy={pending} className="max-h-64 overflow-y-auto">
        {found.map(({ value, count }) => (
          <CheckOption key={value} {...toggle(props, value)} label={value}>
            {count === undefined ? null : <span className="text-muted">{formatCount(count)}</span>}
          </CheckOption>
        ))}
      </ul>
      <p aria-live="polite" className="px-2 pb-1 text-sm text-muted empty:hidden">
        {error ? <ErrorText error={error} /> : found.length > 0 ? null : pending ? 'Loading…' : 'No matches'}
      </p>
    </div>
  );
}

/** Checkboxes for segments to filter by; each press applies. */
export function SegmentValues(props: ValuesProps) {
  const { data: segments = [], isPending, error, refetch } = useSegments();
  return (
    <SegmentChecklist
      label="Segment"
      segments={segments}
      scroll={{ className: 'max-h-64' }}
      head={
        error ? (
          <div className="flex items-center justify-between gap-2 px-2 py-1.5 text-sm">
            <p className="text-danger">
              <ErrorText error={error} />
            </p>
            <Button size="sm" onClick={() => refetch()}>
              Retry
            </Button>
          </div>
        ) : isPending ? (
          <p className="px-2 py-1.5 text-sm text-muted">Loading segments…</p>
        ) : null
      }
      first={<CheckOption {...toggle(props, WITHOUT_SEGMENT)} label="No segments" />}
      option={({ id, title, color, contactCount }) => (
        <CheckOption key={id} {...toggle(props, id)} label={title} color={color}>
          {contactCount === undefined ? null : (
            <span className="text-muted">{formatCount(contactCount)}</span>
          )}
        </CheckOption>
      )}
    />
  );
}

/** Asks for a text to filter by; a blank one is not applied. */
export function TextValue({
  label,
  value,
  onApply,
}: {
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

/** Asks for a referral code to filter by; also lists the chosen one if it no longer exists. */
export function CodeValue({
  chosen = '',
  onChoose,
}: {
  chosen?: string | undefined;
  onChoose(code: string): void;
}) {
  const { data, isPending, error } = useRead('listReferralCodes', {}, { staleTime: 0 });
  const [words, setWords] = useState('');
  const codes = (data ?? []).map(({ code }) => code);
  // Codes match case-insensitively, and the chosen one may not be listed.
  const isChosen = (code: string) => code.toLowerCase() === chosen.toLowerCase();
  const all = chosen && !codes.some(isChosen) ? [chosen, ...codes] : codes;
  const shown = all.filter((code) => code.toLowerCase().includes(words.trim().toLowerCase()));
  const choices = {
    label: 'Referral codes',
    choices: shown.map((code) => ({ label: code, isOn: isChosen(code) })),
    onChoose: (index: number) => onChoose(shown[index] as string),
  };
  if (all.length > 0 && all.length <= FEW) return <ChoiceList {...choices} />;
  const none = isPending ? 'Loading codes…' : error?.message;
  return <FindChoice find="Find a code" {...choices} words={words} onWords={setWords} none={none} />;
}
