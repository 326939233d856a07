const ACTIONS = ['keydown', 'pointerdown'];

/**
 * Resolves once nobody has pressed a key or a button for so many milliseconds: what is then begun is not in the way of what
 * they do next.
 *
 * @throws The reason of the signal, when that is given first.
 */
export function quietMoment(
  milliseconds: number,
  signal: AbortSignal,
  where: EventTarget = document,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const over = new AbortController();
    const end = (settle: () => void) => {
      clearTimeout(timer);
      over.abort();
      settle();
    };
    const wait = () => setTimeout(() => end(resolve), milliseconds);
    let timer = wait();
    const waitAgain = () => {
      clearTimeout(timer);
      timer = wait();
    };
    const options = { capture: true, passive: true, signal: over.signal };
    for (const action of ACTIONS) where.addEventListener(action, waitAgain, options);
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: over.signal });
  });
}
