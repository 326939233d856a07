import { failureText, NO_ANSWER } from './action-failure';
import { CANCELLED } from './call-for-each';

/** What one request of a bulk deletion led to. */
export type ChunkResult =
  | { ok: true; data: { count: number }; since?: string }
  | { ok: false; error: { message: string; requestId?: string | null } };

export interface BulkDeletion {
  /** How many were really removed. */
  removed: number;
  /** Ids that were dealt with: removed now, or gone before. */
  done: string[];
  /** When it began, by the program's clock; `null` where nothing was done. */
  since: string | null;
  /** Why it stopped before the end. What is not in `done` is untouched. */
  failure: string | null;
}

interface DeleteOptions {
  /** How many ids a request may have. */
  size: number;
  send(body: { ids: string[] }): Promise<ChunkResult>;
  /** Cancels it; the request that is under way is finished. */
  signal?: AbortSignal;
  /** After each request: ids dealt with so far. */
  onProgress?(done: number): void;
}

/** Deletes in one request after another and stops at the first failure. Each request is all or nothing. */
export async function deleteInChunks(
  ids: readonly string[],
  { size, send, signal, onProgress }: DeleteOptions,
): Promise<BulkDeletion> {
  const result: BulkDeletion = { removed: 0, done: [], since: null, failure: null };
  for (let start = 0; start < ids.length; start += size) {
    if (signal?.aborted) return { ...result, failure: CANCELLED };
    const chunk = ids.slice(start, start + size);
    const answer = await send({ ids: chunk }).catch(() => NO_ANSWER);
    if (!answer.ok) return { ...result, failure: failureText(answer.error) };
    result.since ??= answer.since ?? null;
    result.removed += answer.data.count;
    result.done.push(...chunk);
    onProgress?.(result.done.length);
  }
  return result;
}
