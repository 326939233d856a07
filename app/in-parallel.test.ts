import { expect, it } from 'vitest';
import { inParallel } from './in-parallel';

it('works on no more at a time than allowed, and keeps the order', async () => {
  let working = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (n) => {
    working += 1;
    most = Math.max(most, working);
    await new Promise((resolve) => setTimeout(resolve, n));
    working -= 1;
    return n * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

it('has nothing to do for nothing', async () => {
  expect(await inParallel([], 4, () => Promise.reject(new Error('not called')))).toEqual([]);
});
