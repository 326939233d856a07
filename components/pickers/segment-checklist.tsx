import { Plus } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { holdKeys } from '@/components/hooks/hold-keys';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { Input } from '@/components/ui/input';
import { RuleMark, SegmentDot } from '@/components/ui/segment-chip';
import { isDuplicateTitle } from '@/lib/contract/title-key';

/** Lists with more choices have a search box. */
export const FEW = 6;

interface SegmentChecklistProps<S> {
  /** Accessible name. */
  label: string;
  segments: readonly S[];
  /** The `CheckOption` of a segment. */
  option(segment: S): ReactNode;
  /** Present if the person may create segments. */
  onCreate?(title: string): void;
  /** Whether the segments are loading. */
  busy?: boolean;
  /** Styles of the scrolling part. */
  scroll: { className?: string; style?: CSSProperties };
  ref?: Ref<HTMLDivElement>;
}

/** Checkboxes for all segments: type to filter, arrows move, Space and Enter choose. */
export function SegmentChecklist<S extends { id: string; title: string }>(props: SegmentChecklistProps<S>) {
  const { label, segments, option, onCreate, busy, scroll, ref } = props;
  const [words, setWords] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const title = words.trim();
  const wanted = title.toLowerCase();
  const found = segments.filter((segment) => segment.title.toLowerCase().includes(wanted));
  const isNew = title !== '' && !segments.some((segment) => isDuplicateTitle(segment.title, title));
  const find = onCreate ? 'Find or create a segment' : 'Find a segment';
  const isNone = wanted !== '' && found.length === 0;

  function create() {
    onCreate?.(title);
    setWords('');
    input.current?.focus();
  }
  /** Enter waits until the segments have loaded; if none matches, it creates one. */
  function onEnter(event: KeyboardEvent<HTMLInputElement>) {
    const { key, nativeEvent } = event;
    if (key !== 'Enter' || title === '' || nativeEvent.isComposing) return;
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      holdKeys(() => !list.current?.matches('[aria-busy=true]'), [nativeEvent]);
    } else if (onCreate && isNew && found.length === 0) create();
  }
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        // Begins the next search.
        if (chooseByKeys(event)) setWords('');
      }}
      className="flex min-h-0 shrink-0 flex-col gap-2 outline-none"
    >
      {segments.length > FEW || onCreate ? (
        <Input
          ref={input}
          aria-label={find}
          placeholder={find}
          maxLength={100}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onEnter}
        />
      ) : null}
      <div {...scroll} className={cn('overflow-y-auto', scroll.className)}>
        <ul ref={list} aria-busy={busy}>
          {found.map(option)}
        </ul>
        {onCreate && isNew && !busy ? (
          <Button variant="ghost" size="sm" onClick={create}>
            <Plus aria-hidden />
            Create “{title}”
          </Button>
        ) : null}
        {/* Always rendered: a live region added together with its text is not announced. */}
        <p aria-live="polite" className={cn('text-sm text-muted', isNone ? 'px-2 py-1.5' : 'sr-only')}>
          {isNone ? 'No segment found' : wanted ? formatCountOf(found.length, 'segment') : null}
        </p>
      </div>
    </div>
  );
}

interface CheckOptionProps {
  label: string;
  /** Color of the segment; absent if the option is no segment. */
  color?: string | null | undefined;
  /** Rule of the segment. */
  rule?: unknown;
  checked: boolean;
  mixed?: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
  /** Shown at the end, for example a count. */
  children?: ReactNode;
}

/** A checkbox of a `SegmentChecklist` with color and title. */
export function CheckOption({ label, color, rule, onChange, children, ...checkbox }: CheckOptionProps) {
  return (
    <li>
      <label className="flex min-h-8 items-center gap-2 rounded-md px-1.5 text-sm hover:bg-hover">
        <Checkbox {...checkbox} onChange={({ target }) => onChange(target.checked)} />
        {color === undefined ? null : <SegmentDot color={color} />}
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {label}
        </span>
        {rule ? <RuleMark /> : null}
        {children}
      </label>
    </li>
  );
}

/**
 * Keys of a checklist: arrows move; Enter chooses, in the search box the first match, and in an empty one submits the form.
 * Returns whether it chose from the search box.
 */
export function chooseByKeys(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return false;
  const controls = [...event.currentTarget.querySelectorAll('input')];
  const index = controls.indexOf(event.target as HTMLInputElement);
  const control = controls[index];
  // Keys of buttons are theirs; the group itself may have the focus.
  if (!control && event.target !== event.currentTarget) return false;
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const isBox = control?.type !== 'checkbox';
  if (step !== 0) {
    event.preventDefault();
    controls[Math.min(controls.length - 1, Math.max(0, index + step))]?.focus();
  } else if (event.key === 'Enter' && control && (!isBox || control.value.trim() !== '')) {
    event.preventDefault();
    const chosen = controls[isBox ? index + 1 : index];
    chosen?.click();
    return isBox && chosen?.disabled === false;
  }
  return false;
}
