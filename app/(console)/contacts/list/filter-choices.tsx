import { Autocomplete } from '@base-ui/react/autocomplete';
import { Check } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useState } from 'react';
import type { FilterValue } from '@/components/contacts/filter-suggestions';
import { useFoundList } from '@/components/hooks/use-found-list';
import { formatTotal } from '@/components/text/format-count';
import { cn } from '@/components/ui/cn';
import { controlClasses } from '@/components/ui/input';
import { SegmentDot } from '@/components/ui/segment-chip';

interface Choice {
  label: string;
  isOn?: boolean;
  count?: number | undefined;
  atLeast?: boolean;
  color?: string | null;
}

interface ChoicesProps {
  /** Accessible name of the list. */
  label: string;
  choices: readonly Choice[];
  /** @param index Index in `choices`. */
  onChoose(index: number): void;
}

interface FindChoiceProps extends ChoicesProps {
  /** Label of the search field: "Filter by…". */
  find: string;
  words: string;
  onWords(words: string): void;
  /** Whether more choices may come for these words. Enter waits for the first one. */
  pending: boolean;
}

const rowClasses =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover';

/** Choices found by words: arrows move, Enter chooses. */
export function FindChoice(props: FindChoiceProps) {
  const { find, label, words, onWords, pending, onChoose } = props;
  const choices = props.choices.map((choice, index) => ({ choice, onChoose: () => onChoose(index) }));
  const { list, onWords: onTyped, keep } = useFoundList(words, onWords);
  const isNone = choices.length === 0;
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits || (isNone && pending)) return;
    setWaits(false);
    if (!isNone) onChoose(0);
  }, [waits, isNone, pending, onChoose]);
  return (
    <Autocomplete.Root
      open
      inline
      items={choices}
      filter={null}
      onValueChange={(value) => {
        setWaits(false);
        onTyped(value);
      }}
      itemToStringValue={({ choice }: Found) => choice.label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        aria-label={find}
        placeholder={find}
        dir="auto"
        maxLength={100}
        spellCheck={false}
        onKeyDown={(event) => !keep(event) && event.key === 'Enter' && isNone && setWaits(true)}
        className={cn(controlClasses, 'h-8')}
      />
      <Autocomplete.Status className={isNone ? 'px-2 py-1.5 text-sm text-muted' : 'sr-only'}>
        {isNone ? (pending ? 'Searching…' : 'No matches') : null}
      </Autocomplete.Status>
      <Autocomplete.List
        {...list}
        aria-label={label}
        className="fading-end -mx-1 max-h-100 overflow-y-auto overscroll-contain empty:hidden"
      >
        {(found: Found, index: number) => <FoundChoice key={index} found={found} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface Found {
  choice: Choice;
  onChoose(): void;
}

const FoundChoice = memo(function FoundChoice({ found }: { found: Found }) {
  return (
    <Autocomplete.Item value={found} onClick={found.onChoose} className={rowClasses}>
      <ChoiceRow {...found.choice} />
    </Autocomplete.Item>
  );
});

/** A few choices, without a search field: arrows move, Enter chooses. */
export function ChoiceList({ label, choices, onChoose }: ChoicesProps) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
    if (step === 0) return;
    event.preventDefault();
    next?.focus();
  }
  return (
    <div role="group" aria-label={label} onKeyDown={onKeyDown} className="-mx-1">
      {choices.map((choice, index) => (
        <button
          key={choice.label}
          type="button"
          data-choice
          onClick={() => onChoose(index)}
          className={cn(rowClasses, 'hover:bg-hover focus-visible:bg-hover')}
        >
          <ChoiceRow {...choice} />
        </button>
      ))}
    </div>
  );
}

function ChoiceRow({ label, isOn, count, atLeast, color }: Choice) {
  return (
    <>
      {color === undefined ? null : <SegmentDot color={color} />}
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {label}
        {isOn ? <span className="sr-only"> (current)</span> : null}
      </span>
      <ValueCount count={count} atLeast={atLeast} />
      {isOn ? <Check aria-hidden className="size-4 shrink-0 text-accent" /> : null}
    </>
  );
}

/** How many contacts have a value; nothing if that is not known. */
export const ValueCount = ({ count, atLeast }: Pick<FilterValue, 'count' | 'atLeast'>) =>
  count === undefined ? null : (
    <span className="text-muted">{formatTotal({ total: count, totalIsExact: !atLeast })}</span>
  );
