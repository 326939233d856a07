import { failureText, NO_ANSWER } from '../action-failure';

type Answer<T> =
  | { ok: true; data: T[]; stop?: { message: string; requestId: string | null } }
  | { ok: false; error: { message: string; requestId?: string | null } };

export interface CallOptions<T> {
  /** How many ids one action takes. */
  size: number;
  /** Does it for some ids; `data` has a word on each, in their order; `stop` says why more are of no use now. */
  send(ids: string[]): Promise<Answer<T>>;
  /** After each action: ids dealt with so far. */
  onProgress(done: number): void;
  /** Cancels it; what is under way is finished. */
  signal: AbortSignal;
}

/** Why it stopped, when somebody pressed Cancel. */
export const CANCELLED = 'It was cancelled.';

/**
 * Does something for each id, some ids an action, and stops where an action fails or is not wanted any more.
 *
 * @returns A word on each of the ids that it was done for, in their order, and why it stopped before the end.
 */
export async function callForEach<T>(
  ids: readonly string[],
  { size, send, onProgress, signal }: CallOptions<T>,
): Promise<{ results: T[]; failure: string | null }> {
  const results: T[] = [];
  for (let start = 0; start < ids.length; start += size) {
    if (signal.aborted) return { results, failure: CANCELLED };
    const answer = await send(ids.slice(start, start + size)).catch(() => NO_ANSWER);
    if (!answer.ok) return { results, failure: failureText(answer.error) };
    results.push(...answer.data);
    onProgress(results.length);
    if (answer.stop) return { results, failure: failureText(answer.stop) };
  }
  return { results, failure: null };
}
