import { setTimeout } from 'node:timers/promises';

/** Resolves to the promise's value, or to `null` if it takes longer. Does not cancel it. */
export const resolveWithin = <T>(milliseconds: number, promise: Promise<T>): Promise<T | null> =>
  Promise.race([promise, setTimeout(milliseconds, null, { ref: false })]);
