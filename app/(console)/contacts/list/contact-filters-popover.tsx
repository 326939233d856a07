import { ChevronLeft } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import {
  capitalized,
  type FilterField,
  type FixedFilter,
  filterFields,
  filterName,
  isShared,
  type UrlFilter,
} from '@/components/contacts/contact-list-state';
import type { FieldsByName } from '@/components/contacts/field-words';
import { findOperators, type Operator } from '@/components/contacts/filter-operators';
import { suggestFilters } from '@/components/contacts/filter-suggestions';
import { useFieldsByName, useOwnFields } from '@/components/contacts/own-fields';
import { holdKeys } from '@/components/hooks/hold-keys';
import { useCan } from '@/components/hooks/use-can';
import { IconButton } from '@/components/ui/icon-button';
import { Popover, PopoverPopup, PopoverTrigger } from '@/components/ui/popover';
import { ChoiceList, FindChoice } from './filter-choices';
import { DaysValue, TextValue, useOwnValues, useSharedValues, ValueList } from './filter-values';

export interface ContactFiltersProps {
  state: UrlFilter;
  onChange(state: Partial<UrlFilter>): void;
  /** The filter of the page that lists the contacts, neither offered nor shown. */
  fixed?: FixedFilter | undefined;
}

interface ContactFiltersPopoverProps extends ContactFiltersProps {
  trigger: ReactElement;
  /** The field whose filter is changed; if absent, the first step finds a filter or a field. */
  field?: FilterField;
  /** Whether to change the condition, not the value. */
  condition?: boolean;
}

/** A step of the popup: a filter or a field, then a condition (blank), then its value. */
interface Step {
  field: FilterField | null;
  operator: string;
}

/** Adds a filter, or changes the condition or value of one. */
export default function ContactFiltersPopover(props: ContactFiltersPopoverProps) {
  const { trigger, field, condition = false, state, onChange } = props;
  const own = useFieldsByName();
  const first = (): Step =>
    field
      ? { field, operator: condition ? '' : findValue(field, state, own) }
      : { field: null, operator: '' };
  const [open, setOpen] = useState(true);
  const [steps, setSteps] = useState(() => [first()]);
  const popup = useRef<HTMLDivElement>(null);

  function toggle(next: boolean) {
    setOpen(next);
    if (next) setSteps([first()]);
  }
  const step = steps.at(-1) ?? first();
  return (
    <Popover open={open} onOpenChange={toggle}>
      <PopoverTrigger render={trigger} />
      <PopoverPopup
        ref={popup}
        aria-label="Filter"
        initialFocus={() => findControl(popup)}
        // A new pill moves the button. The popup must stay.
        disableAnchorTracking
        className="flex max-h-(--available-height) w-76 max-w-(--available-width) flex-col gap-2 overflow-y-auto p-2"
      >
        <FilterStep
          {...props}
          key={`${step.field}${step.operator}`}
          popup={popup}
          step={step}
          onStep={(next) => setSteps([...steps, next])}
          onBack={steps.length > 1 ? () => setSteps(steps.slice(0, -1)) : undefined}
          onApply={(values) => {
            onChange(values);
            toggle(false);
            // The popup fades out with the focus. The next keys are for the list.
            holdKeys(() => popup.current === null);
          }}
        />
      </PopoverPopup>
    </Popover>
  );
}

const findControl = (popup: RefObject<HTMLElement | null>) =>
  popup.current?.querySelector<HTMLElement>('input, [data-choice]');

/** The operator whose value is asked for first: the one in use, else the first; blank if it has no value. */
function findValue(field: FilterField, state: UrlFilter, own: FieldsByName): string {
  const operators = findOperators(field, state, own);
  const operator = operators.find(({ isOn, asks }) => isOn && asks) ?? operators[0];
  return operator?.asks ? operator.label : '';
}

interface FilterStepProps extends ContactFiltersProps {
  popup: RefObject<HTMLElement | null>;
  step: Step;
  onStep(step: Step): void;
  /** Absent in the first step. */
  onBack: (() => void) | undefined;
  /** Changes the filter and closes the popup. */
  onApply(values: Partial<UrlFilter>): void;
}

/** The choices of a step. */
function FilterStep({ popup, step, onStep, onBack, onApply, ...props }: FilterStepProps) {
  useEffect(() => findControl(popup)?.focus(), [popup]);
  const mayCount = useCan('countContactValues');
  const own = useFieldsByName();
  const { state, onChange } = props;
  const { field } = step;
  if (!field)
    return (
      <FindFilter
        {...props}
        onField={(name) => onStep({ field: name, operator: findValue(name, state, own) })}
        onApply={onApply}
      />
    );
  const operators = findOperators(field, state, own);
  const operator = operators.find(({ label }) => label === step.operator);
  const label = [capitalized(filterName(field, own)), operator?.asks !== 'days' && operator?.label]
    .filter(Boolean)
    .join(' ');
  /** Applies an operator to the current values, or asks for its value. */
  function choose(one: Operator) {
    if (one.asks && one.values.length === 0) onStep({ field, operator: one.label });
    else onApply(one.apply(one.values));
  }
  return (
    <>
      <div className="flex min-h-7 items-center gap-1 px-1 text-sm font-medium">
        {onBack ? <IconButton icon={ChevronLeft} size="icon-sm" label="Back" onClick={onBack} /> : null}
        {label}
      </div>
      {!operator ? (
        <ChoiceList
          label={label}
          choices={operators}
          onChoose={(index) => operators[index] && choose(operators[index])}
        />
      ) : operator.asks === 'days' ? (
        <DaysValue name={field as 'created' | 'updated'} state={state} onApply={onApply} />
      ) : operator.asks === 'values' && (!isShared(field) || mayCount) ? (
        <ValueList
          field={field}
          state={{ ...state, ...props.fixed }}
          chosen={operator.values}
          onChange={(values) => onChange(operator.apply(values))}
        />
      ) : (
        <TextValue
          type={own.get(field)?.type === 'date' ? 'date' : 'text'}
          label={label}
          value={operator.values[0] ?? ''}
          onApply={(text) => onApply(operator.apply([text]))}
        />
      )}
    </>
  );
}

interface FindFilterProps extends ContactFiltersProps {
  onField(name: FilterField): void;
  onApply(values: Partial<UrlFilter>): void;
}

/** Shortest words that are searched for in companies and job titles. */
const SHORTEST = 2;

/** Finds a field, or a filter across all fields by words. */
function FindFilter({ state, fixed, onField, onApply }: FindFilterProps) {
  const [words, setWords] = useState('');
  const mayReadCodes = useCan('listReferralCodes');
  // Only a Roster has marks, or fields that organizations define.
  const hasMarks = useCan('listFields');
  const searches = useCan('countContactValues') && words.trim().length >= SHORTEST;
  const scope = { ...state, ...fixed };
  const { values: own } = useOwnValues(scope, words.trim() !== '');
  const company = useSharedValues('company', words, scope, searches);
  const jobtitle = useSharedValues('jobtitle', words, scope, searches);
  const pending = company.pending || jobtitle.pending;
  const fieldsByName = useFieldsByName();
  const ownNames = useOwnFields().map(({ key }) => `fields.${key}` as const);
  const fields = [...filterFields, ...ownNames].filter(
    (name) =>
      !(fixed && name in fixed) &&
      (name !== 'referralCode' || mayReadCodes || state.referralCode) &&
      (name !== 'doNotContact' || hasMarks || state.doNotContact),
  );
  const wanted = words.trim().toLowerCase();
  /** What was found, of which others stay while more words are searched for. */
  const kept = ({ values = [] }: typeof company) =>
    pending ? values.filter(({ value }) => value.toLowerCase().includes(wanted)) : values;
  const shared = searches ? { company: kept(company), jobtitle: kept(jobtitle) } : {};
  const suggestions = suggestFilters(words, fields, state, { ...own, ...shared }, fieldsByName).slice(
    0,
    words ? 12 : 50,
  );
  return (
    <FindChoice
      find="Filter by…"
      label="Filters"
      words={words}
      onWords={setWords}
      choices={suggestions}
      pending={pending}
      onChoose={(index) => {
        const { field, state: values } = suggestions[index] ?? {};
        if (field) onField(field);
        else if (values) onApply(values);
      }}
    />
  );
}
