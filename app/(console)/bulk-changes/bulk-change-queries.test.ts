import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isInterrupted } from './bulk-change-queries';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-03T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it.each<[BulkChange['state'], string, boolean]>([
  ['running', '2026-01-03T11:59:59.000Z', true],
  ['undoing', '2026-01-02T12:00:01.000Z', true],
  // Nobody has gone on with it for a day.
  ['undoing', '2026-01-02T11:59:59.000Z', false],
  ['running', '2026-01-02T11:59:59.000Z', false],
  ['cancelled', '2026-01-03T11:59:59.000Z', false],
  ['finished', '2026-01-03T11:59:59.000Z', false],
  ['undone', '2026-01-03T11:59:59.000Z', false],
])('%s and carried on at %s: interrupted %s', (state, updatedAt, interrupted) => {
  expect(isInterrupted({ state, updatedAt } as BulkChange)).toBe(interrupted);
});
