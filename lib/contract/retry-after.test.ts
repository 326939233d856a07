import { describe, expect, it, vi } from 'vitest';
import { inWords, parseRetryAfter } from './retry-after';

describe('Retry-After', () => {
  const retryAfter = (value: string) => parseRetryAfter(new Headers({ 'Retry-After': value }));

  it('is a number of seconds, or a date', () => {
    vi.useFakeTimers({ now: Date.parse('2026-10-21T07:28:00Z') });
    expect(retryAfter('120')).toBe(120);
    expect(retryAfter('Wed, 21 Oct 2026 07:28:30 GMT')).toBe(30);
    expect(retryAfter('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
    vi.useRealTimers();
  });

  it('is never longer than a month', () => {
    expect(retryAfter('999999999999999999999999999999')).toBe(30 * 86_400);
  });

  it('is formatted for people', () => {
    const words = [1, 60, 90, 3_000, 7_200, 7_201, 86_400, 1_000_000].map(inWords);
    expect(words).toEqual([
      'in a second',
      'in 60 seconds',
      'in 90 seconds',
      'in 50 minutes',
      'in 120 minutes',
      'in 3 hours',
      'in 24 hours',
      'in 12 days',
    ]);
  });

  it('is ignored if invalid', () => {
    for (const value of ['soon', '-5', '0', '']) expect(retryAfter(value)).toBeUndefined();
  });
});
