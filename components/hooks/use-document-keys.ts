import { useEffect, useEffectEvent } from 'react';

/** Calls `onKey` for every key pressed on the page. */
export function useDocumentKeys(onKey: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => listener(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
