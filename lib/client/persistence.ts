import type { ApiError } from './api-error';

/** How long and how often a call over a network is tried. Times in milliseconds. */
export interface Persistence {
  attempts: number;
  /** Until one attempt is given up. */
  timeout: number;
  /** Until the whole call is given up, waiting included. */
  total: number;
  /** The longest wait before the second attempt; it doubles with each further one. */
  backOff: number;
  /** The same for changes, where these may take longer than reads. */
  changes?: { timeout: number; total: number };
}

/** Published clients wait 60 s for a change. */
export const NETWORK: Persistence = {
  attempts: 4,
  timeout: 10_000,
  total: 30_000,
  backOff: 400,
  changes: { timeout: 60_000, total: 90_000 },
};
const LONGEST_BACK_OFF = 5_000;
/** A longer `Retry-After` is told instead of waited for. */
const LONGEST_WAIT = 30_000;

/** One attempt that failed, and whether another one may be made. */
export interface Failed {
  error: ApiError;
  /** `unprocessed`: the service has surely not begun with it. `unknown`: it may have done it. `final`: no use. */
  again: 'unprocessed' | 'unknown' | 'final';
}

/**
 * Makes a call as often as is allowed and useful: with a wait between attempts that grows and is spread at random, so
 * that many callers do not come back at once, and that is never shorter than the service asked for.
 *
 * @param repeatable Whether doing it twice is the same as doing it once.
 * @param attempt Makes the call, within the milliseconds it is given.
 * @returns `isSettled`: whether it is certain that nothing was done.
 */
export async function persist<T>(
  { attempts, timeout, total, backOff }: Persistence,
  repeatable: boolean,
  attempt: (timeout: number) => Promise<{ done: T } | Failed>,
  signal?: AbortSignal,
): Promise<{ done: T; repeated: boolean } | { error: ApiError; isSettled: boolean }> {
  let inDoubt = false;
  const deadline = Date.now() + total;
  for (let made = 1; ; made++) {
    const outcome = await attempt(Math.max(1, Math.min(timeout, deadline - Date.now())));
    if ('done' in outcome) return { ...outcome, repeated: made > 1 };
    const { again } = outcome;
    inDoubt ||= mayBeDone(outcome);
    const error = made > 1 ? { ...outcome.error, repeated: true } : outcome.error;
    const wait = waitOf(made, backOff, error.retryAfter);
    const useful = again === 'unprocessed' || (again === 'unknown' && repeatable);
    if (!useful || made >= attempts || wait > LONGEST_WAIT || Date.now() + wait >= deadline)
      return { error, isSettled: !inDoubt || isRefusal(outcome) };
    await pause(wait, signal);
  }
}

/** What comes with a status of success may be unreadable: it is no refusal. */
const mayBeDone = ({ error, again }: Failed) =>
  again === 'unknown' || (error.code === 'BAD_RESPONSE' && error.status < 300);

/** Whether the service has said that it did not do it, whatever became of attempts before. */
const isRefusal = ({ error, again }: Failed) => again === 'final' && error.status >= 300;

function waitOf(made: number, backOff: number, retryAfter = 0): number {
  const longest = Math.min(LONGEST_BACK_OFF, backOff * 2 ** (made - 1));
  return Math.max(retryAfter * 1000, longest * (0.5 + Math.random() / 2));
}

/** Ends early when the caller gives up; the next attempt then tells so. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

/** A service that wants to be left alone for longer is asked again all the same: nobody means a million years. */
const LONGEST_REST = 30 * 86_400;

/** Seconds of a `Retry-After` header, which is a number of them or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('Retry-After');
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_REST) : undefined;
}

/** `in 60 seconds`, `in 2 hours`: a wait as people say it, never shorter than it is. */
export function inWords(seconds: number): string {
  for (const [size, unit] of [
    [86_400, 'days'],
    [3_600, 'hours'],
    [60, 'minutes'],
  ] as const)
    if (seconds > 2 * size) return `in ${Math.ceil(seconds / size)} ${unit}`;
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
