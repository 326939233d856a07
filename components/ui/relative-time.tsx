import { useSyncExternalStore } from 'react';
import { clockTime, exactTime, relativeTime, timeLeft, timeUntil } from '@/components/text/relative-time';

const MINUTE = 60_000;

function subscribe(listener: () => void) {
  const timer = setInterval(listener, MINUTE);
  return () => clearInterval(timer);
}

/** A time in words, kept up to date; the title has the exact local time. UTC until hydrated. */
function Time({ at, inWords }: { at: string; inWords: typeof relativeTime }) {
  const hydrated =
    useSyncExternalStore(
      subscribe,
      () => Math.floor(Date.now() / MINUTE),
      () => 0,
    ) !== 0;
  const date = new Date(at);
  return (
    // The server may have rendered it a minute ago: React keeps its words, unless the element is another one.
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

/** The time of a day that is known. */
export const ClockTime = ({ at }: { at: string }) => <Time at={at} inWords={clockTime} />;

/** Days until something happens. */
export const TimeUntil = ({ at }: { at: string }) => <Time at={at} inWords={timeUntil} />;

/** Minutes or hours until something happens. */
export const TimeLeft = ({ at }: { at: string }) => <Time at={at} inWords={timeLeft} />;
