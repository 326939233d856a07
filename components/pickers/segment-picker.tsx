import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, Plus, X } from 'lucide-react';
import { type Ref, startTransition, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { usePopup } from '@/components/hooks/use-popup';
import { byRuleWords } from '@/components/text/by-rule-words';
import { cn } from '@/components/ui/cn';
import { useFieldWiring } from '@/components/ui/field';
import { controlClasses } from '@/components/ui/input';
import { SegmentChip, SegmentDot } from '@/components/ui/segment-chip';
import type { Segment } from '@/lib/contract/segment';
import { byTitleKey, titleKey } from '@/lib/contract/title-key';
import { optionClasses, PickerPopup } from './picker-popup';

interface SegmentPickerProps {
  /** All segments. */
  segments: readonly Option[];
  /** Ids of the selected segments, in order of selection. */
  value: readonly string[];
  onChange(ids: string[]): void;
  onBlur?(): void;
  /** Selects a segment that does not exist yet; omit it if not permitted. */
  onCreate?(title: string): void;
  /** Called with typed text that selects no segment; blank if there is none. */
  onTextLeft?(text: string): void;
  readOnly?: boolean;
  /** Shown while nothing is selected; by default "Find a segment". */
  placeholder?: string | undefined;
  /** The key that focuses the picker. */
  keyShortcut?: string;
  /** Tooltips of selected segments by id. */
  hints?: Readonly<Record<string, string>>;
  ref?: Ref<HTMLInputElement>;
  /** "option" for the options of an own field. */
  itemName?: 'segment' | 'option';
}

type Option = Pick<Segment, 'id' | 'title' | 'color' | 'rule'>;

/** Id of the option that creates a segment. */
const CREATE = 'create';

/**
 * Selects segments: type to filter, arrows and Enter or Tab select, Backspace removes the last, Escape closes. Blur and the
 * save keys select a completely typed title and keep other text. Segments by rule are shown, and cannot be selected. Wires
 * itself to a surrounding `Field`.
 */
export function SegmentPicker({
  segments,
  value,
  onChange,
  onBlur,
  onCreate,
  onTextLeft,
  readOnly,
  placeholder,
  keyShortcut,
  hints = {},
  ref,
  itemName = 'segment',
}: SegmentPickerProps) {
  const { required: _, ...wiring } = useFieldWiring();
  const [query, setText] = useState('');
  const [open, setShown] = useState(false);
  /** Whether the list is mounted before it opens, because the pointer has come near: mounting it delays the answer to a press. */
  const [isPrepared, setPrepared] = useState(false);
  function setOpen(next: boolean) {
    setShown(next);
    if (!next) setPrepared(false);
  }
  const popup = usePopup({ open, onOpenChange: setOpen });
  const input = useRef<HTMLInputElement>(null);
  const highlighted = useRef<Option | undefined>(undefined);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);

  const findLabel = placeholder ?? (itemName === 'segment' ? 'Find a segment' : 'Find an option');
  const title = query.trim();
  const isTyping = title !== '';
  const byKey = useMemo(() => (isTyping ? byTitleKey(segments) : null), [segments, isTyping]);
  /** The segment whose whole title is typed. */
  const typed = byKey?.get(titleKey(title));
  const mayCreate = onCreate && isTyping && !typed;
  const byHand = segments.filter(({ rule }) => !rule);
  const byRule = segments.filter(({ rule }) => rule);
  const wanted = title.toLowerCase();
  const isFound = byHand.some((segment) => segment.title.toLowerCase().includes(wanted));
  const creates = mayCreate ? [{ id: CREATE, title, color: null }] : [];
  // The first option is highlighted: one that can be selected, and no twin of a segment by rule that was meant.
  const options: Option[] = [...byHand, ...(isFound ? [...creates, ...byRule] : [...byRule, ...creates])];
  // A deleted segment stays visible: saving with it would fail.
  const selected: Option[] = value.map(
    (id) => segments.find((one) => one.id === id) ?? { id, title: `Deleted ${itemName}`, color: null },
  );

  function setQuery(text: string) {
    setText(text);
    onTextLeft?.(text.trim());
  }

  /** Selects the segment that is typed, and clears the text. */
  function pickWholeTitle() {
    if (!typed || typed.rule) return;
    if (!value.includes(typed.id)) onChange([...value, typed.id]);
    setQuery('');
  }

  return (
    <Combobox.Root
      multiple
      virtualized
      items={options}
      value={selected}
      inputValue={query}
      readOnly={readOnly}
      onInputValueChange={(text, { reason, event, ...details }) => {
        // Base UI clears the text whenever the list closes, even on blur. Keep it unless a segment was chosen or Escape pressed.
        const chosen = 'isItemPress' in details && details.isItemPress;
        const given = event instanceof KeyboardEvent && event.key === 'Escape';
        if (reason !== 'input-clear' || chosen || given) setQuery(text);
      }}
      itemToStringLabel={(option: Option) => option.title}
      isItemEqualToValue={(one: Option, other: Option) => one.id === other.id}
      autoHighlight
      {...popup}
      onItemHighlighted={(option) => {
        highlighted.current = option;
      }}
      onValueChange={(next, details) => {
        // Keep Base UI from clearing the chips on Escape.
        if (details.reason === 'escape-key') details.cancel();
        else if (next.some(({ id }) => id === CREATE)) {
          onCreate?.(title);
          setQuery('');
        } else onChange(next.map(({ id }) => id));
      }}
    >
      <Combobox.InputGroup
        onPointerEnter={() => startTransition(() => setPrepared(true))}
        className={cn(
          controlClasses,
          // `:read-only` matches a div.
          'picker-field relative isolate flex min-h-8 cursor-text items-start py-[3px] pr-1 pl-1 in-[.properties]:has-[.segment-chip]:pl-2.5 read-only:bg-canvas!',
          'focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
          wiring['aria-invalid'] && 'border-danger!',
        )}
      >
        <Combobox.Chips
          className="flex min-w-0 flex-1 flex-wrap items-center gap-1"
          aria-label={selected.length > 0 ? `Selected ${itemName}s` : undefined}
        >
          {selected.map(({ id, title: label, color }) => (
            <Combobox.Chip
              key={id}
              aria-label={label}
              title={hints[id]}
              className="flex max-w-full rounded-sm"
            >
              <SegmentChip title={label} color={color} className="h-6! max-w-full! pr-0">
                <Combobox.ChipRemove
                  aria-label={`Remove ${label}`}
                  className="-ml-1.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-inherit hover:bg-black/15"
                >
                  <X aria-hidden className="size-3" />
                </Combobox.ChipRemove>
              </SegmentChip>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...wiring}
            aria-keyshortcuts={keyShortcut}
            ref={input}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget?.closest('[role=listbox]')) return;
              setOpen(false);
              pickWholeTitle();
              onBlur?.();
            }}
            onKeyDown={(event) => {
              const option = highlighted.current;
              if (event.key === 'Tab' && open && !event.nativeEvent.isComposing) {
                if (title !== '' && option && option.id !== CREATE && !option.rule) {
                  if (!value.includes(option.id)) onChange([...value, option.id]);
                  setQuery('');
                }
                setOpen(false);
              }
              if (event.key !== 'Enter') return;
              // Enter selects or opens the list, and must not submit the form.
              event.preventDefault();
              if (event.ctrlKey || event.metaKey) pickWholeTitle();
              else if (!open && title !== '') setOpen(true);
            }}
            autoComplete="off"
            placeholder={selected.length > 0 ? '' : findLabel}
            className="field-sizing-content h-6 w-12 max-w-full min-w-6 grow bg-transparent px-1.5 text-base text-ink outline-none not-first:-ml-1 supports-[field-sizing:content]:w-auto"
          />
        </Combobox.Chips>
        <Combobox.Trigger
          aria-label={`Show all ${itemName}s`}
          className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover"
        >
          <ChevronDown aria-hidden className="size-4" />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      {open || isPrepared ? (
        <PickerPopup
          hidden={!open}
          empty={
            <Combobox.Empty>
              <div className="px-2 py-1.5 text-sm text-muted">
                {segments.length === 0 ? 'No segments yet' : `No ${itemName} found`}
              </div>
            </Combobox.Empty>
          }
        >
          {(option: Option, index) => (
            <Combobox.Item
              key={option.id}
              index={index}
              value={option}
              disabled={Boolean(option.rule)}
              className={cn(optionClasses, option.rule !== undefined && 'text-muted')}
            >
              {option.id === CREATE ? (
                <>
                  <Plus aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 truncate">Create “{option.title}”</span>
                </>
              ) : (
                <>
                  <SegmentDot color={option.color} />
                  <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                    {option.title}
                    {option.rule ? (
                      <span className="block truncate text-xs text-muted">{byRuleWords(option.title)}</span>
                    ) : null}
                  </span>
                  {value.includes(option.id) ? <Check aria-hidden className="size-4 text-accent" /> : null}
                </>
              )}
            </Combobox.Item>
          )}
        </PickerPopup>
      ) : null}
    </Combobox.Root>
  );
}
