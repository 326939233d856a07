import { X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { focusMain } from '@/components/ui/focus-main';
import { Menu, MenuPopup, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '@/components/ui/menu';

interface PillProps {
  label: string;
  /** What is chosen, in words; blank for nothing. */
  words: string;
  onClear(): void;
  children(trigger: ReactElement<Record<string, unknown>>): ReactNode;
}

/** A filter: a button, or once something is chosen a pill "By Ana ×". */
export function FilterPill({ label, words, onClear, children }: PillProps) {
  if (!words) return children(<Button>{label}</Button>);
  return (
    <div className="inline-flex max-w-full min-w-0 rounded-md bg-accent-soft text-accent">
      {children(
        <button
          type="button"
          className="h-8 min-w-0 truncate rounded-l-md px-2.5 text-sm font-medium hover:bg-hover"
        >
          {label} <bdi>{words}</bdi>
        </button>,
      )}
      <button
        type="button"
        aria-label={`Remove the filter ${label}`}
        onClick={() => {
          onClear();
          focusMain();
        }}
        className="flex size-8 shrink-0 items-center justify-center rounded-r-md hover:bg-hover"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

interface Choices {
  label?: string;
  choices: { value: string; label: string }[];
}

interface MenuFilterProps {
  label: string;
  /** Between the label and what is chosen. */
  verb?: string;
  value: string;
  /** Label of a value that is not among the choices. */
  otherwise?: string;
  groups: Choices[];
  onChange(value: string): void;
  onOpen?(): void;
}

export function MenuFilter({
  label,
  verb = '',
  value,
  otherwise = '',
  groups,
  onChange,
  onOpen,
}: MenuFilterProps) {
  const chosen = groups.flatMap(({ choices }) => choices).find((choice) => choice.value === value);
  return (
    <FilterPill
      label={label}
      words={value && [verb, chosen?.label ?? otherwise].filter(Boolean).join(' ')}
      onClear={() => onChange('')}
    >
      {(trigger) => (
        <Menu onOpenChange={(open) => open && onOpen?.()}>
          <MenuTrigger render={trigger} />
          <MenuPopup className="max-h-96 max-w-72 overflow-y-auto" aria-label={`Filter: ${label}`}>
            <MenuRadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
              {groups.map((group, index) => (
                <div key={group.label ?? index} role="presentation">
                  {group.label ? (
                    <div className="px-2 py-1.5 text-xs font-medium text-muted">{group.label}</div>
                  ) : null}
                  {group.choices.map((choice) => (
                    <MenuRadioItem key={choice.value} value={choice.value} closeOnClick>
                      <span dir="auto" className="truncate">
                        {choice.label}
                      </span>
                    </MenuRadioItem>
                  ))}
                </div>
              ))}
            </MenuRadioGroup>
          </MenuPopup>
        </Menu>
      )}
    </FilterPill>
  );
}
