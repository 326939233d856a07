'use client';

import { useRef, useSyncExternalStore } from 'react';

let pressed = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (pressed === next) return;
  pressed = next;
  for (const listener of listeners) listener();
}

// As the first to hear of it: what follows from a press is to find it said.
const press = ({ button }: PointerEvent) => set(button === 0);
// The click comes after the release: only then may something move.
const release = () => void setTimeout(() => set(false));
/** The menu of a link may keep the release to itself, as another window may. */
const RELEASES = ['pointerup', 'pointercancel', 'contextmenu'];

let watching: AbortController | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!watching) {
    watching = new AbortController();
    const options = { capture: true, passive: true, signal: watching.signal };
    addEventListener('pointerdown', press, options);
    for (const type of RELEASES) addEventListener(type, release, options);
    addEventListener('blur', release, { signal: watching.signal });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.abort();
    watching = null;
    pressed = false;
  };
}

/**
 * The value, but as long as the mouse or a finger presses on something the one from before: what takes more or less room
 * than before would move a button away from under it, and the click would be lost.
 */
export function useUnpressed<T>(value: T): T {
  const isPressed = useSyncExternalStore(
    subscribe,
    () => pressed,
    () => false,
  );
  const shown = useRef(value);
  if (!isPressed) shown.current = value;
  return shown.current;
}
