import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ComponentProps, useDeferredValue, useState } from 'react';
import { useFieldWiring } from '@/components/ui/field';
import { GrowingInput, Input } from '@/components/ui/input';
import { optionClasses, PickerPopup } from './picker-popup';

/** A value to choose, and what a person should know about it. */
export interface Suggestion {
  value: string;
  detail?: string | undefined;
}

interface SuggestInputProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: string;
  /** The suggestions for `value`. */
  suggestions: readonly Suggestion[];
  /** Whether long values wrap. */
  grows?: boolean | undefined;
  onPick(value: string): void;
}

/** A text input that suggests values: arrows and Enter pick one, other text is kept. */
export function SuggestInput({ value, suggestions, grows, onPick, onBlur, ...input }: SuggestInputProps) {
  const [open, setOpen] = useState(false);
  const { required: _, ...wiring } = useFieldWiring();
  const shown = suggestions.filter((one) => one.value !== value);
  const wanted = open && shown.length > 0;
  // Opens after the typed key has been painted.
  const isOpen = useDeferredValue(wanted) && wanted;
  return (
    <Autocomplete.Root
      virtualized
      items={shown}
      mode="none"
      value={value}
      itemToStringValue={(one: Suggestion) => one.value}
      open={isOpen}
      onOpenChange={setOpen}
      openOnInputClick
    >
      <Autocomplete.Input
        // ARIA allows no combobox of several lines, but a text box with suggestions.
        render={grows ? <GrowingInput role={undefined} aria-expanded={undefined} /> : <Input />}
        {...wiring}
        {...input}
        className="picker-field"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Base UI would clear the input, where the form restores its value.
          event.preventBaseUIHandler();
          setOpen(false);
        }}
        onBlur={(event) => {
          // Suggestions may arrive later.
          setOpen(false);
          onBlur?.(event);
        }}
      />
      {isOpen ? (
        <PickerPopup>
          {(one: Suggestion, index) => (
            // Base UI fills the input only from its own popup.
            <Autocomplete.Item
              key={one.value}
              index={index}
              value={one}
              onClick={() => onPick(one.value)}
              className={optionClasses}
            >
              <bdi className="min-w-0 truncate">{one.value}</bdi>
              <span dir="auto" className="min-w-0 flex-1 truncate text-right text-xs text-muted">
                {one.detail}
              </span>
            </Autocomplete.Item>
          )}
        </PickerPopup>
      ) : null}
    </Autocomplete.Root>
  );
}
