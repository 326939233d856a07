'use client';

import { LoaderCircle, Search, X } from 'lucide-react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Kbd } from '@/components/ui/kbd';

/**
 * So long is the next key waited for, in milliseconds: enough that keys struck in one go cause one search. While they keep
 * coming, half as long again as it took since the one before, and longest after the first of them: rows that are painted in
 * between would hold up the next.
 */
const SHORTEST = 65;
const LONGEST = 130;
/** Whoever pauses for so long begins anew. */
const BREAK = 1_000;

function pauseAfter(gap: number): number {
  if (gap >= BREAK) return LONGEST;
  return gap < LONGEST ? Math.min(LONGEST, Math.max(SHORTEST, gap * 1.5)) : SHORTEST;
}

interface SearchBoxProps {
  /** Accessible name, and placeholder. */
  label: string;
  /** What the URL says. */
  value: string;
  /** Whether it is still to follow a change. */
  isPending: boolean;
  onSearch(value: string): void;
  /** What is found is not there yet. */
  busy: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Arrow down, or Enter, in the box, once there is what was found. */
  onLeave(): void;
  /** Whether / goes here. */
  slash: boolean;
}

/** Searches while somebody types. */
export function SearchBox({
  label,
  value,
  isPending,
  onSearch,
  busy,
  inputRef,
  onLeave,
  slash,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastTyped = useRef(Number.NEGATIVE_INFINITY);
  /** What was searched last, or what the URL has said since. */
  const sent = useRef(value);
  const latestSearch = useRef(onSearch);
  latestSearch.current = onSearch;
  const [leaving, setLeaving] = useState(false);
  const latestLeave = useRef(onLeave);
  latestLeave.current = onLeave;

  // What is shown until then is what was found before.
  const isFound = text === value && !isPending && !busy;
  useEffect(() => {
    if (!leaving || !isFound) return;
    setLeaving(false);
    latestLeave.current();
  }, [leaving, isFound]);

  // The URL has followed, or has changed by other means: back, perhaps before it could follow, or "Clear filters". In a
  // layout effect: until any other one, the next letters might have been searched.
  useLayoutEffect(() => {
    if (isPending || value === sent.current) return;
    clearTimeout(timer.current);
    sent.current = value;
    setText(value);
  }, [value, isPending]);
  useEffect(() => {
    // Somebody was faster than the script of the page.
    const typed = inputRef.current?.value ?? '';
    if (typed !== sent.current) {
      setText(typed);
      sent.current = typed;
      latestSearch.current(typed);
    }
    return () => clearTimeout(timer.current);
  }, [inputRef]);

  function search(next: string, pause: number) {
    setLeaving(false);
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next;
      onSearch(next);
    }, pause);
  }

  function onType({ target, timeStamp }: ChangeEvent<HTMLInputElement>) {
    const gap = timeStamp - lastTyped.current;
    lastTyped.current = timeStamp;
    search(target.value, pauseAfter(gap));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // These keys are for the input method, as long as it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text) search('', 0);
      else inputRef.current?.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      // Only what is not searched yet: that would take back the way to another page which somebody goes right after.
      if (text !== sent.current) search(text, 0);
      setLeaving(true);
    }
  }

  return (
    <div className="relative w-full md:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
      <input
        ref={inputRef}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={onType}
        onKeyDown={onKeyDown}
        // Somebody is elsewhere by now.
        onBlur={() => setLeaving(false)}
        className="peer h-8 w-full rounded-md border border-control bg-canvas pr-8 pl-8 text-base hover:border-muted focus-visible:border-accent focus-visible:outline-offset-0"
      />
      <span className="absolute top-1.5 right-1.5 flex h-5 items-center">
        {busy ? (
          <LoaderCircle aria-hidden className="mr-0.5 size-4 animate-spin text-muted" />
        ) : text ? (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              search('', 0);
              inputRef.current?.focus();
            }}
            className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        ) : slash ? (
          <span aria-hidden className="hidden md:block">
            <Kbd>/</Kbd>
          </span>
        ) : null}
      </span>
    </div>
  );
}
