import { expect, test } from 'vitest';
import { SignInQueue } from './sign-in-queue';

test('two run at a time, the others in order, and a failure makes room, too', async () => {
  const queue = new SignInQueue();
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const done = Array.from({ length: 13 }, (_, n) =>
    queue
      .run(async () => {
        started.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        if (n === 0) throw new Error('of a test');
      })
      .catch((error: Error) => error.message),
  );
  expect(started).toEqual([0, 1]);
  expect(queue.isFull()).toBe(true);
  for (let n = 0; n < done.length; n++) {
    ends[n]?.();
    await done[n];
    expect(started).toHaveLength(Math.min(n + 3, done.length));
  }
  expect(started).toEqual(done.map((_, n) => n));
  expect(queue.isFull()).toBe(false);
  expect(await done[0]).toBe('of a test');
  // Two at a time again.
  void queue.run(() => new Promise(() => {}));
  void queue.run(() => new Promise(() => {}));
  void queue.run(async () => started.push(99));
  await Promise.resolve();
  expect(started).not.toContain(99);
});
