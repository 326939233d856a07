import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest wait for other work of the event loop. */
const TURN_MILLISECONDS = 20;

/** Returns a function to await between steps of long work: lets other work run once a turn of 20 ms is over. */
export function startTurns(): () => Promise<void> {
  let end = performance.now() + TURN_MILLISECONDS;
  return async () => {
    if (performance.now() < end) return;
    await nextTurn();
    end = performance.now() + TURN_MILLISECONDS;
  };
}

/** Runs all steps of a generator, and returns its result; lets other work run between steps every 20 ms. */
export async function inTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const giveWay = startTurns();
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    await giveWay();
  }
}

/** Like `Array.map`, but lets other work run between values every 20 ms. */
export async function mapInTurns<T, R>(values: readonly T[], convert: (value: T) => R): Promise<R[]> {
  const giveWay = startTurns();
  const results: R[] = [];
  for (const value of values) {
    results.push(convert(value));
    await giveWay();
  }
  return results;
}
