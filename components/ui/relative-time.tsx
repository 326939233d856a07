import { type ReactNode, useSyncExternalStore } from 'react';
import { clockTime, exactTime, relativeTime, timeLeft, timeUntil } from '@/components/text/relative-time';
import { cn } from './cn';

const MINUTE = 60_000;

/** Calls `listener` every minute; returns a function that stops it. */
function callEveryMinute(listener: () => void) {
  const timer = setInterval(listener, MINUTE);
  return () => clearInterval(timer);
}

/** A time in words, updated every minute, with the exact local time as title. In UTC until hydrated. */
function Time({ at, inWords }: { at: string; inWords: typeof relativeTime }) {
  const hydrated =
    useSyncExternalStore(
      callEveryMinute,
      () => Math.floor(Date.now() / MINUTE),
      () => 0,
    ) !== 0;
  const date = new Date(at);
  return (
    // React keeps the server's words on hydration. The new key replaces the element, because they may be out of date.
    <time
      key={String(hydrated)}
      dateTime={at}
      title={hydrated ? exactTime(at) : undefined}
      suppressHydrationWarning
    >
      {inWords(date, Date.now(), hydrated ? 'local' : 'UTC')}
    </time>
  );
}

export const RelativeTime = ({ at }: { at: string }) => <Time at={at} inWords={relativeTime} />;

/** The time of day, without the date. */
export const ClockTime = ({ at }: { at: string }) => <Time at={at} inWords={clockTime} />;

/** A time at the end of a sentence of the class `sentence`, after a dot unless it is alone on its line. */
export const AfterDot = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={cn('after-dot text-muted', className)}> {children}</span>
);

/** Days until `at`. */
export const TimeUntil = ({ at }: { at: string }) => <Time at={at} inWords={timeUntil} />;

/** Minutes or hours until `at`. */
export const TimeLeft = ({ at }: { at: string }) => <Time at={at} inWords={timeLeft} />;
