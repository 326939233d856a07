import { CallError, isTemporary } from '@/components/hooks/call-error';
import { readOptions } from '@/components/hooks/use-read';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isUnderWay } from './bulk-change-state';

/** Polling intervals in milliseconds, while a change is running and otherwise. */
const WHILE_UNDER_WAY = 500;
const OTHERWISE = 10_000;

/** The latest bulk changes, and all that are running. */
export const latestBulkChanges = readOptions('listLatestBulkChanges', {});

/** Polling interval; none after an error that retrying would not fix. */
export function refetchInterval(changes: readonly BulkChange[] = [], error: Error | null = null) {
  if (error) return error instanceof CallError && !isTemporary(error) ? false : OTHERWISE;
  return changes.some(isUnderWay) ? WHILE_UNDER_WAY : OTHERWISE;
}

/** Smaller deletions fit on one page of the trash, where they can be selected. */
const LARGE = 100;

/** Changes that can still be undone, latest first; of deletions only large ones. */
export function undoableChanges(type: 'segments' | 'delete') {
  const fewest = type === 'delete' ? LARGE + 1 : 1;
  return readOptions('listBulkChanges', { query: { type, undoable: String(fewest) } });
}
