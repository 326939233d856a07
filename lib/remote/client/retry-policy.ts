import { sleep } from '@/lib/contract/client-runtime';
import type { RemoteError } from './api-error';

/** Attempts and timeouts of a call over the network. Times in milliseconds. */
export interface RetryPolicy {
  attempts: number;
  /** Timeout of one attempt. */
  timeout: number;
  /** Timeout of the whole call, waits included. */
  total: number;
  /** Longest wait before the second attempt; doubles with each further one. */
  backOff: number;
  /** Timeouts of changes, which may take longer than reads. */
  changes?: { timeout: number; total: number };
}

/** Published clients wait 60 s for a change. */
export const NETWORK: RetryPolicy = {
  attempts: 4,
  timeout: 10_000,
  total: 30_000,
  backOff: 400,
  changes: { timeout: 60_000, total: 90_000 },
};
const LONGEST_BACK_OFF = 5_000;
/** A longer `Retry-After` is reported instead of waited for. */
const LONGEST_WAIT = 30_000;

/** A failed attempt, and whether it may be retried. */
export interface Failed {
  error: RemoteError;
  /** `unprocessed`: the service did not act on it. `unknown`: it may have. `final`: retrying is useless. */
  again: 'unprocessed' | 'unknown' | 'final';
}

/**
 * Retries a call with exponential backoff and jitter, waiting at least as long as the service asked for. Gives up instead
 * of waiting over 30 seconds or beyond `total`. Rejects when the caller aborts during a wait.
 *
 * @param repeatable Whether to retry also if the service may have acted; what it did not process is always retried.
 * @param attempt Makes the call, within the given milliseconds.
 * @returns `isSettled`: whether no attempt is in doubt: none was received, or the last answer is a refusal.
 */
export async function retry<T>(
  { attempts, timeout, total, backOff }: RetryPolicy,
  repeatable: boolean,
  attempt: (timeout: number) => Promise<{ done: T } | Failed>,
  signal?: AbortSignal,
): Promise<{ done: T; repeated: boolean } | { error: RemoteError; isSettled: boolean }> {
  let inDoubt = false;
  const deadline = Date.now() + total;
  for (let made = 1; ; made++) {
    const outcome = await attempt(Math.max(1, Math.min(timeout, deadline - Date.now())));
    if ('done' in outcome) return { ...outcome, repeated: made > 1 };
    const { again } = outcome;
    inDoubt ||= mayHaveChanged(outcome);
    const error = made > 1 ? { ...outcome.error, repeated: true } : outcome.error;
    const wait = delayBefore(made, backOff, error.retryAfter);
    const useful = again === 'unprocessed' || (again === 'unknown' && repeatable);
    if (!useful || made >= attempts || wait > LONGEST_WAIT || Date.now() + wait >= deadline)
      return { error, isSettled: !inDoubt || isRefusal(outcome) };
    await sleep(wait, signal);
  }
}

/** An invalid answer with a success status may hide a change that was made. */
const mayHaveChanged = ({ error, again }: Failed) =>
  again === 'unknown' || (error.code === 'BAD_RESPONSE' && error.status < 300);

/** Whether the service rejected the call, which settles earlier attempts, too. */
const isRefusal = ({ error, again }: Failed) => again === 'final' && error.status >= 300;

/** Milliseconds before the next attempt, after `made` attempts. `retryAfter`: seconds. */
function delayBefore(made: number, backOff: number, retryAfter = 0): number {
  const longest = Math.min(LONGEST_BACK_OFF, backOff * 2 ** (made - 1));
  return Math.max(retryAfter * 1000, longest * (0.5 + Math.random() / 2));
}
