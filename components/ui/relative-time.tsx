'use client';

import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { relativeTime, timeUntil } from './relative-time-text';

const ServerNow = createContext(0);

/** `now`: time of the server rendering, so that hydration matches. */
export function NowProvider({ now, children }: { now: number; children: ReactNode }) {
  return <ServerNow value={now}>{children}</ServerNow>;
}

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let minute = Math.floor(Date.now() / MINUTE);
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Math.floor(Date.now() / MINUTE);
    for (const each of listeners) each();
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Uses UTC on the server and while hydrating. */
function useMinute(): number {
  return useSyncExternalStore(
    subscribe,
    () => minute,
    () => 0,
  );
}

/** A relative time, kept up to date; the title has the exact local time. */
export function RelativeTime({ at }: { at: string }) {
  const serverNow = useContext(ServerNow);
  const hydrated = useMinute() !== 0;
  const date = new Date(at);
  return (
    <time dateTime={at} title={hydrated ? exact.format(date) : undefined}>
      {relativeTime(date, hydrated ? Date.now() : serverNow, hydrated ? 'local' : 'UTC')}
    </time>
  );
}

/** Days until something happens; the title has the exact local time. */
export function TimeUntil({ at }: { at: string }) {
  const serverNow = useContext(ServerNow);
  const hydrated = useMinute() !== 0;
  const date = new Date(at);
  return (
    <time dateTime={at} title={hydrated ? exact.format(date) : undefined}>
      {timeUntil(date, hydrated ? Date.now() : serverNow)}
    </time>
  );
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium' });
