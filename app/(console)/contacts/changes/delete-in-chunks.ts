import { failureText, NO_ANSWER } from '../action-failure';

interface Options {
  /** How many ids a request may have. */
  size: number;
  send(body: {
    ids: string[];
  }): Promise<
    | { ok: true; data: { count: number } }
    | { ok: false; error: { message: string; requestId?: string | null } }
  >;
  signal?: AbortSignal;
  onProgress?(done: number): void;
}

/** Deletes in one request after another, and stops at the first failure. */
export async function deleteInChunks(
  ids: readonly string[],
  { size, send, signal, onProgress }: Options,
): Promise<{ removed: number; done: string[]; failure: string | null }> {
  const result = { removed: 0, done: [] as string[], failure: null as string | null };
  while (result.done.length < ids.length) {
    if (signal?.aborted) return { ...result, failure: 'It was cancelled.' };
    const some = ids.slice(result.done.length, result.done.length + size);
    const answer = await send({ ids: some }).catch(() => NO_ANSWER);
    if (!answer.ok) return { ...result, failure: failureText(answer.error) };
    result.removed += answer.data.count;
    result.done.push(...some);
    onProgress?.(result.done.length);
  }
  return result;
}
