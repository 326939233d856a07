import { type KeyboardEvent, useDeferredValue, useRef } from 'react';
import { holdKeys } from './hold-keys';

export type ListKeyEvent = KeyboardEvent<HTMLElement> & { preventBaseUIHandler(): void };

/**
 * Renders the list of a search field after the typed key is painted, so that typing does not wait for it. Returns what to list,
 * whether a newer list is on its way (the list's `aria-busy`), the list's `ref`, and `keep`, for keys pressed in the field.
 */
export function useDeferredList<Found>(found: Found) {
  const shown = useDeferredValue(found);
  const ref = useRef<HTMLDivElement>(null);
  const isBusy = () => ref.current?.getAttribute('aria-busy') === 'true';
  /** Keeps a key that would choose from an old list until the new one is there. Returns whether it did. */
  function keep(event: ListKeyEvent): boolean {
    const { key, nativeEvent } = event;
    if (!isBusy() || nativeEvent.isComposing || !/^(Enter|ArrowDown|ArrowUp)$/.test(key)) return false;
    event.preventDefault();
    event.preventBaseUIHandler();
    holdKeys(() => !isBusy(), [nativeEvent]);
    return true;
  }
  return { shown, busy: shown !== found, ref, keep };
}
