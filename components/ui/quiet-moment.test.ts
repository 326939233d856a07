import { expect, test, vi } from 'vitest';
import { quietMoment } from './quiet-moment';

test('comes so long after the last key or button, and not once it is given up', async () => {
  vi.useFakeTimers();
  try {
    const page = new EventTarget();
    const giving = new AbortController();
    const outcomes: unknown[] = [];
    const wait = (signal: AbortSignal) =>
      quietMoment(100, signal, page).then(
        () => outcomes.push('quiet'),
        (reason) => outcomes.push(reason),
      );
    const first = wait(new AbortController().signal);
    const second = wait(giving.signal);
    for (const action of ['keydown', 'pointerdown', 'keydown']) {
      await vi.advanceTimersByTimeAsync(90);
      page.dispatchEvent(new Event(action));
    }
    giving.abort('given up');
    await second;
    expect(outcomes).toEqual(['given up']);
    await vi.advanceTimersByTimeAsync(99);
    expect(outcomes).toEqual(['given up']);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    expect(outcomes).toEqual(['given up', 'quiet']);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
