import { LoaderCircle, Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { cn } from '@/components/ui/cn';
import { Kbd } from '@/components/ui/kbd';

interface SearchBoxProps {
  /** Accessible name and placeholder: "Search contacts". */
  label: string;
  value: string;
  onSearch(value: string): void;
  /** Whether results are loading. */
  busy?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** Called on Arrow down or Enter, once results are loaded. */
  onLeave?(): void;
  /** Whether the / key focuses the box. */
  slash?: boolean;
  className?: string;
}

/** Searches while typing. Escape clears the box, or leaves it if it is empty; Arrow down and Enter call `onLeave`. */
export function SearchBox({
  label,
  value,
  onSearch,
  busy = false,
  onLeave,
  slash,
  className,
  ...props
}: SearchBoxProps) {
  const ownRef = useRef<HTMLInputElement>(null);
  const inputRef = props.inputRef ?? ownRef;
  // Typed text shows before the list behind it is rendered.
  const [text, setText] = useOptimistic(value);
  function search(words: string) {
    startTransition(() => {
      setText(words);
      onSearch(words);
    });
  }
  // Wait for the results, so that Enter does not open a row of the previous search.
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving || busy || text !== value) return;
    setLeaving(false);
    onLeave?.();
  }, [leaving, busy, text, value, onLeave]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Leave keys to the input method while it is composing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text) search('');
      else event.currentTarget.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      setLeaving(true);
    }
  }

  return (
    <div className={cn('@container relative w-full md:w-72 print:hidden', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
      <input
        ref={inputRef}
        type="text"
        role="searchbox"
        dir="auto"
        aria-label={label}
        placeholder=" "
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setLeaving(false);
          search(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setLeaving(false)}
        className="peer h-8 w-full rounded-md border border-edge bg-canvas px-8 text-base hover:border-control focus-visible:border-accent focus-visible:outline-offset-0"
      />
      {/* Instead of a placeholder, which cannot be shortened to "Search" where there is no room. */}
      <span
        aria-hidden
        className="pointer-events-none absolute top-1.5 left-8.25 text-base text-muted peer-not-placeholder-shown:hidden"
      >
        {label.split(' ')[0]}
        <span className="@max-[11rem]:hidden">{label.slice(label.indexOf(' '))}</span>
      </span>
      <span className="absolute top-1.5 right-1.5 flex h-5 items-center">
        {busy && text ? (
          <LoaderCircle aria-hidden className="mr-0.5 size-4 animate-spin text-muted" />
        ) : text ? (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              search('');
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
