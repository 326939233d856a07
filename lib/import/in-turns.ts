import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long other work of the event loop waits. */
const TURN_MILLISECONDS = 20;

/** What long work calls between its steps: lets other work run once a turn is over. */
export function startTurns(): () => Promise<void> {
  let end = performance.now() + TURN_MILLISECONDS;
  return async () => {
    if (performance.now() < end) return;
    await nextTurn();
    end = performance.now() + TURN_MILLISECONDS;
  };
}

/** Takes all steps in turns. @returns what they return. */
export async function inTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const giveWay = startTurns();
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
    await giveWay();
  }
}

/** As `Array.map`, in turns. */
export async function mapInTurns<T, R>(values: readonly T[], convert: (value: T) => R): Promise<R[]> {
  const giveWay = startTurns();
  const results: R[] = [];
  for (const value of values) {
    results.push(convert(value));
    await giveWay();
  }
  return results;
}
