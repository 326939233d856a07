'use client';

import { ChevronLeft } from 'lucide-react';
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  capitalized,
  type FilterField,
  filterFields,
  filterName,
  type UrlFilter,
  WITHOUT_SEGMENT,
  withoutField,
} from '@/components/contacts/contact-list-state';
import { findOperators, type Operator } from '@/components/contacts/filter-operators';
import { useCan } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { CheckOption, SegmentChecklist } from '@/components/pickers/segment-checklist';
import { useSegments } from '@/components/segments/use-segments';
import { formatCount } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { DayFields } from '@/components/ui/day-fields';
import { ErrorText } from '@/components/ui/error-text';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { FilterChoices } from './filter-choices';

export interface ContactFiltersProps {
  state: UrlFilter;
  onChange(state: Partial<UrlFilter>): void;
  /** A field that is not offered. */
  without?: FilterField | undefined;
}

interface ContactFiltersPopoverProps extends ContactFiltersProps {
  trigger: ReactElement;
  /** The field whose filter is changed; if absent, the first step chooses it. */
  field?: FilterField;
}

/** The choices so far: a field, then the label of an operator. */
interface Step {
  field: FilterField | null;
  operator: string | null;
}

/** Adds or changes a filter in three steps: field, operator, value. Escape goes one step back. */
export default function ContactFiltersPopover({
  trigger,
  field,
  state,
  onChange,
  without,
}: ContactFiltersPopoverProps) {
  const first = (): Step => {
    const current = field && findOperators(field, state).find(({ isOn, asks }) => isOn && asks);
    return { field: field ?? null, operator: current?.label ?? null };
  };
  const [open, setOpen] = useState(true);
  const [step, setStep] = useState<Step>(first);
  /** Earlier steps, for Escape. */
  const [before, setBefore] = useState<Step[]>([]);
  const popup = useRef<HTMLDivElement>(null);

  function toggle(next: boolean) {
    setOpen(next);
    if (next) {
      setStep(first());
      setBefore([]);
    }
  }
  /** Goes a step further. */
  function go(next: Step) {
    setBefore([...before, step]);
    setStep(next);
  }
  /** Goes a step back, to the fields if there was none before. */
  function back() {
    setStep(before.at(-1) ?? { field: step.operator ? step.field : null, operator: null });
    setBefore(before.slice(0, -1));
  }
  /** Changes the filter and closes the popup. */
  function apply(values: Partial<UrlFilter>) {
    onChange(values);
    toggle(false);
  }
  /** Applies a complete operator, or asks for its value. */
  function choose(name: FilterField, operator: Operator) {
    if (operator.asks) {
      // If segments are already chosen, the operator applies at once.
      if (operator.state && state.segment.length > 0) onChange(operator.state);
      go({ field: name, operator: operator.label });
    } else if (operator.state) apply(operator.state);
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next, details) => {
        if (next || details.reason !== 'escape-key' || before.length === 0) return toggle(next);
        details.cancel();
        back();
      }}
    >
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        ref={popup}
        aria-label="Filter"
        initialFocus={() => popup.current?.querySelector('input')}
        // A new pill moves the button. The popup must stay.
        disableAnchorTracking
        className="flex max-h-(--available-height) w-72 max-w-(--available-width) flex-col gap-2 overflow-y-auto p-2"
      >
        <FilterStep
          key={`${step.field}${step.operator}`}
          popup={popup}
          step={step}
          state={state}
          without={without}
          onField={(name) => go({ field: name, operator: null })}
          onOperator={choose}
          onChange={(values) => {
            onChange(values);
            // After a change, Escape closes the popup.
            setBefore([]);
          }}
          onApply={apply}
          onBack={back}
        />
      </PopoverPopup>
    </Popover>
  );
}

interface FilterStepProps {
  popup: RefObject<HTMLElement | null>;
  step: Step;
  state: UrlFilter;
  without: FilterField | undefined;
  onField(name: FilterField): void;
  onOperator(name: FilterField, operator: Operator): void;
  /** Changes the filter and keeps the popup open. */
  onChange(values: Partial<UrlFilter>): void;
  /** Changes the filter and closes the popup. */
  onApply(values: Partial<UrlFilter>): void;
  onBack(): void;
}

/** The choices of the current step: fields, operators, or a value: segments, a code, days or a text. */
function FilterStep({
  popup,
  step,
  state,
  without,
  onField,
  onOperator,
  onChange,
  onApply,
  onBack,
}: FilterStepProps) {
  useEffect(() => popup.current?.querySelector('input')?.focus(), [popup]);
  const mayReadCodes = useCan('listReferralCodes');
  const { field } = step;
  if (!field) {
    const names = filterFields.filter(
      (name) => name !== without && (name !== 'referralCode' || mayReadCodes || state.referralCode),
    );
    return (
      <FilterChoices
        find="Find a field"
        label="Fields"
        choices={names.map((name) => ({ label: capitalized(filterName(name)) }))}
        onChoose={(index) => onField(names[index] as FilterField)}
      />
    );
  }
  const operators = findOperators(field, state);
  const operator = operators.find(({ label }) => label === step.operator);
  const head = (
    <StepHead onBack={onBack}>
      {[capitalized(filterName(field)), operator?.asks !== 'days' && operator?.label]
        .filter(Boolean)
        .join(' ')}
    </StepHead>
  );
  if (field === 'referralCode')
    return (
      <>
        {head}
        <ReferralCodesStep chosen={state.referralCode} onChoose={(code) => onApply({ referralCode: code })} />
      </>
    );
  if (!operator)
    return (
      <>
        {head}
        <FilterChoices
          find="Find a condition"
          label={capitalized(filterName(field))}
          choices={operators}
          onChoose={(index) => onOperator(field, operators[index] as Operator)}
        />
      </>
    );
  return (
    <>
      {head}
      {operator.asks === 'segments' ? (
        <SegmentsStep
          chosen={state.segment}
          onChange={(segment) => onChange({ ...operator.state, segment })}
        />
      ) : operator.asks === 'days' ? (
        <DaysStep name={field as 'created' | 'updated'} state={state} onApply={onApply} />
      ) : (
        <TextStep
          label={`${capitalized(filterName(field))} ${operator.label}`}
          value={operator.text ?? ''}
          onApply={(text) => onApply(operator.withText?.(text) ?? {})}
        />
      )}
    </>
  );
}

/** The choices so far, with a button back. */
function StepHead({ onBack, children }: { onBack(): void; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1 text-sm font-medium">
      <IconButton icon={ChevronLeft} size="icon-sm" label="Back" onClick={onBack} />
      {children}
    </div>
  );
}

/** Asks for a text to filter by; a blank one is not applied. */
function TextStep({ label, value, onApply }: { label: string; value: string; onApply(text: string): void }) {
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

/** Asks for first and last day, which replace the field's other filters. */
function DaysStep({
  name,
  state,
  onApply,
}: {
  name: 'created' | 'updated';
  state: UrlFilter;
  onApply(values: Partial<UrlFilter>): void;
}) {
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

/** Checkboxes for segments to filter by; each press applies. */
function SegmentsStep({ chosen, onChange }: { chosen: readonly string[]; onChange(ids: string[]): void }) {
  const { data: segments = [], isPending, error, refetch } = useSegments();
  const option = (id: string) => ({
    checked: chosen.includes(id),
    onChange: (on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id)),
  });
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
          <p className="px-2 py-1.5 text-sm text-muted">Loading segments …</p>
        ) : null
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

/** Asks for a referral code to filter by; also lists the chosen one if it no longer exists. */
function ReferralCodesStep({ chosen, onChoose }: { chosen: string; onChoose(code: string): void }) {
  const { data, isPending, error } = useRead('listReferralCodes', {}, { staleTime: 0 });
  const codes = (data ?? []).map(({ code }) => code);
  // Codes match case-insensitively, and the chosen one may not be listed.
  const isChosen = (code: string) => code.toLowerCase() === chosen.toLowerCase();
  const choices = chosen && !codes.some(isChosen) ? [chosen, ...codes] : codes;
  return (
    <FilterChoices
      find="Find a code"
      label="Referral codes"
      none={isPending ? 'Loading codes …' : error ? error.message : undefined}
      choices={choices.map((code) => ({ label: code, isOn: isChosen(code) }))}
      onChoose={(index) => onChoose(choices[index] as string)}
    />
  );
}
