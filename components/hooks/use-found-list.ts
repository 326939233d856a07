import { type KeyboardEvent, startTransition, useRef } from 'react';
import { holdKeys } from './hold-keys';

export type ListKeyEvent = KeyboardEvent<HTMLElement> & { preventBaseUIHandler(): void };

/**
 * Wires an autocomplete that keeps the typed words itself to a list found for `words`. The list is rendered after the typed key
 * is painted, so that typing does not wait for it. Returns `list`, the list's attributes; `onWords`, for changed words; and
 * `keep`, for keys pressed in the field.
 */
export function useFoundList(words: string, setWords: (words: string) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const onWords = (typed: string) => startTransition(() => setWords(typed));
  /** Keeps a key that would choose from an old list until the new one is there. Returns whether it did. */
  function keep(event: ListKeyEvent): boolean {
    const { key, nativeEvent, target } = event;
    const isOld = () =>
      ref.current !== null && ref.current.dataset.words !== (target as HTMLInputElement).value;
    const { isComposing, ctrlKey, metaKey, altKey, shiftKey } = nativeEvent;
    if (isComposing || ctrlKey || metaKey || altKey || shiftKey) return false;
    if (!/^(Enter|ArrowDown|ArrowUp)$/.test(key) || !isOld()) return false;
    event.preventDefault();
    event.preventBaseUIHandler();
    holdKeys(() => !isOld(), [nativeEvent]);
    return true;
  }
  return { list: { ref, 'data-words': words }, onWords, keep };
}
