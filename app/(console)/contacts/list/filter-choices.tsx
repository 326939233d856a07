import { Autocomplete } from '@base-ui/react/autocomplete';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { controlClasses } from '@/components/ui/input';

interface FilterChoicesProps {
  /** Label of the search field: "Find a field". */
  find: string;
  /** Accessible name of the list. */
  label: string;
  choices: readonly { label: string; isOn?: boolean }[];
  /** Replaces "No matches". */
  none?: string | undefined;
  /** @param index Index in `choices`. */
  onChoose(index: number): void;
}

/** A few choices: type to find one, arrows move, Enter chooses. */
export function FilterChoices({ find, label, choices, none = 'No matches', onChoose }: FilterChoicesProps) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = choices
    .map((choice, index) => ({ ...choice, index }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    // "is" before "is empty".
    .toSorted((one, other) => (wanted ? one.label.length - other.label.length : 0));
  type Found = (typeof found)[number];
  return (
    <Autocomplete.Root
      open
      inline
      items={found}
      filter={null}
      value={words}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setWords(value)}
      itemToStringValue={(choice: Found) => choice.label}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        aria-label={find}
        placeholder={find}
        dir="auto"
        maxLength={100}
        spellCheck={false}
        className={cn(controlClasses, 'h-8')}
      />
      <Autocomplete.Status className={found.length === 0 ? 'px-2 py-1.5 text-sm text-muted' : 'sr-only'}>
        {found.length === 0 ? none : null}
      </Autocomplete.Status>
      <Autocomplete.List
        aria-label={label}
        className="-mx-1 max-h-72 overflow-y-auto overscroll-contain empty:hidden"
      >
        {(choice: Found) => (
          <Autocomplete.Item
            key={choice.index}
            value={choice}
            onClick={() => onChoose(choice.index)}
            className="flex min-h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate text-left">
              {choice.label}
              {choice.isOn ? <span className="sr-only"> (current)</span> : null}
            </span>
            {choice.isOn ? <Check aria-hidden className="size-4 shrink-0 text-accent" /> : null}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
