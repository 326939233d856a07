/** Keeps requests reachable: Node 20 collects an unreferenced one, and its signal then does nothing. */
const held = new Set<object>();

/**
 * Runs work until a timeout or until the caller aborts. Avoids `AbortSignal.any`, whose signal is garbage-collected when
 * unreferenced and then never fires.
 *
 * @param work Receives a signal to stop on, and `hold` to keep objects reachable until then.
 * @throws A `TimeoutError`, or the reason of the caller's signal, even if the work ignores its own.
 */
export async function withTimeout<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  work: (signal: AbortSignal, hold: <H extends object>(what: H) => H) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted();
  const controller = new AbortController();
  const holding: object[] = [controller];
  held.add(holding);
  let abort = () => {};
  const ended = new Promise<never>((_, reject) => {
    abort = () => {
      const reason: unknown = caller?.aborted
        ? caller.reason
        : new DOMException('Timed out.', 'TimeoutError');
      controller.abort(reason);
      reject(reason);
    };
  });
  const timer = setTimeout(() => abort(), milliseconds);
  caller?.addEventListener('abort', abort);
  try {
    const hold = <H extends object>(what: H): H => {
      holding.push(what);
      return what;
    };
    return await Promise.race([work(controller.signal, hold), ended]);
  } finally {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
    held.delete(holding);
  }
}
