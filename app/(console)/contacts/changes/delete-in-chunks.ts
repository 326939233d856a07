import { failureText, NO_ANSWER } from '../action-failure';
import { CANCELLED } from './call-for-each';
import { AT_ONCE } from './calls-at-once';

interface Failure {
  message: string;
  requestId?: string | null;
  code?: string;
}

/** What one request of a bulk deletion led to. */
export type ChunkResult =
  | { ok: true; data: { count: number }; since?: string }
  | { ok: false; error: Failure };

/** What became of one contact; `removed`: not if it was gone before. */
export type OneDeleted = { id: string; ok: true; removed: boolean } | ({ id: string; ok: false } & Failure);

export type EachResult =
  | { ok: true; data: OneDeleted[]; since?: string; stop?: Failure }
  | { ok: false; error: Failure };

export interface BulkDeletion {
  /** How many were really removed. */
  removed: number;
  /** Ids that were dealt with: removed now, or gone before. */
  done: string[];
  /** Of `done`, those that were removed. Where the service only says how many of them, all that were asked for. */
  restorable: string[];
  /** How many of `restorable` were gone before. */
  unsure: number;
  /** How many others of `restorable` are gone, and may have been removed by an earlier try: see `Unanswered`. */
  perhaps: number;
  /** Ids of the request whose answer was lost, if that is why it stopped. */
  unanswered: string[];
  /** Ids of those that could not be deleted, while others could. */
  failed: string[];
  /** When it began, by the program's clock; `null` where nothing was done. */
  since: string | null;
  /** Why it stopped before the end, or why some could not be deleted. */
  failure: string | null;
  /** Whether it is certain that of what is not in `done` nothing was deleted: else an answer was lost. */
  isSettled: boolean;
}

/** An earlier try whose answer was lost: what of it is gone by now it may have removed itself. */
export interface Unanswered {
  ids: ReadonlySet<string>;
  /** Milliseconds since it began. */
  ago: number;
}

interface DeleteOptions {
  /** How many ids a request may have, as far as is known. */
  size: number;
  send(body: { ids: string[] }): Promise<ChunkResult>;
  /** Deletes them by a call for each: `AT_ONCE` at most. Without it the service is known to take `size`. */
  sendEach?(body: { ids: string[] }): Promise<EachResult>;
  earlier?: Unanswered | null;
  /** Cancels it; the request that is under way is finished. */
  signal?: AbortSignal;
  /** After each request: ids dealt with so far. */
  onProgress?(done: number): void;
}

/**
 * Deletes in one request after another and stops at the first failure. Each request is all or nothing. Where the service
 * does not take so many, they have fewer; where it takes no list of ids at all, each contact has its own, and one that
 * cannot be deleted keeps none of the others.
 */
export async function deleteInChunks(
  ids: readonly string[],
  { size, send, sendEach, earlier, signal, onProgress }: DeleteOptions,
): Promise<BulkDeletion> {
  const result: BulkDeletion = {
    removed: 0,
    done: [],
    restorable: [],
    unsure: 0,
    perhaps: 0,
    unanswered: [],
    failed: [],
    since: null,
    failure: null,
    isSettled: true,
  };
  const stopped = (failure: Failure, sent: string[]) => ({
    ...result,
    unanswered: isRefusal(failure) ? [] : sent,
    failure: failureText(failure),
    isSettled: result.isSettled && isRefusal(failure),
  });
  const began = (since: string | undefined) => {
    if (since) result.since ??= new Date(Date.parse(since) - (earlier?.ago ?? 0)).toISOString();
  };
  const foundGone = (gone: string[]) => {
    const own = gone.filter((id) => earlier?.ids.has(id));
    result.restorable.push(...own);
    result.perhaps += own.length;
  };
  const left = [...ids];
  while (left.length > 0) {
    if (signal?.aborted) return { ...result, failure: CANCELLED };
    if (size === 0 && sendEach) {
      const some = left.slice(0, AT_ONCE);
      const answer = await sendEach({ ids: some }).catch(() => NO_ANSWER);
      if (!answer.ok) return stopped(answer.error, some);
      const failed = answer.data.filter((one) => !one.ok);
      const deleted = answer.data.filter((one) => one.ok);
      began(answer.since);
      const removed = deleted.filter((one) => one.removed);
      result.removed += removed.length;
      result.restorable.push(...removed.map(({ id }) => id));
      foundGone(deleted.flatMap((one) => (one.removed ? [] : [one.id])));
      result.isSettled &&= failed.every(isRefusal);
      result.done.push(...deleted.map(({ id }) => id));
      // The others are not what is wrong.
      if (answer.stop) return { ...result, failed: [], failure: failureText(answer.stop) };
      result.failed.push(...failed.map(({ id }) => id));
      const [first] = failed;
      if (first) result.failure ??= failureText(first);
      // None of them: neither will the next.
      if (deleted.length === 0) return result;
      left.splice(0, AT_ONCE);
    } else {
      const chunk = left.slice(0, size);
      const answer = await send({ ids: chunk }).catch(() => NO_ANSWER);
      if (!answer.ok) {
        const smaller = sendEach ? smallerSize(chunk.length, answer.error) : null;
        if (smaller === null) return stopped(answer.error, chunk);
        size = smaller;
        continue;
      }
      began(answer.since);
      const { count } = answer.data;
      result.removed += count;
      if (count > 0) {
        result.restorable.push(...chunk);
        result.unsure += chunk.length - count;
      } else foundGone(chunk);
      result.done.push(...chunk);
      left.splice(0, size);
    }
    onProgress?.(result.done.length + result.failed.length);
  }
  return result;
}

/** How many ids to send after a refusal, 0 for a call for each; `null` where it was not their number that was refused. */
function smallerSize(sent: number, { code }: Failure): number | null {
  if (code === 'METHOD_NOT_ALLOWED') return 0;
  return code === 'VALIDATION_ERROR' || code === 'PAYLOAD_TOO_LARGE' ? Math.floor(sent / 2) : null;
}

/** Codes of what may have been done all the same: the answer was lost, or could not be read. */
const LOST = new Set([undefined, 'NETWORK', 'BAD_RESPONSE', 'UNAVAILABLE', 'INTERNAL_ERROR']);
const isRefusal = ({ code }: { code?: string }) => !LOST.has(code);
