/** What is under way is held here: Node 20 collects a request that nobody holds, and its signal is then heard by nobody. */
const held = new Set<object>();

/**
 * Does something within the milliseconds, and no longer than the caller wants to wait. With a timer and listeners of its
 * own, since a signal of `AbortSignal.any` that nobody holds is collected before its time has come, and never fires.
 *
 * @param work Is given the signal that ends it, and holds what has to stay until then.
 * @throws A `TimeoutError`, or the reason of the caller's signal, whether or not the work heeds its own.
 */
export async function inTime<T>(
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
        : new DOMException('It was not done in time.', 'TimeoutError');
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
