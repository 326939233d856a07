import type { BulkChange } from '@/lib/contract/bulk-change';

export function isUnderWay({ state }: BulkChange): boolean {
  return state === 'running' || state === 'undoing';
}

/** Stop offering to resume after a day, in milliseconds. */
const OFFERED_FOR = 24 * 60 * 60_000;

/** Whether to offer to resume it. */
export function isStopped({ state, updatedAt }: BulkChange): boolean {
  return (state === 'cancelled' || state === 'failed') && Date.now() - Date.parse(updatedAt) < OFFERED_FOR;
}

/** Whether it can be resumed and undone; a purge cannot. */
export function isReversible({ change }: BulkChange): boolean {
  return change.type !== 'purge';
}

/** Contacts processed, of the total. */
export function progressOf(change: BulkChange): { done: number; of: number } {
  return change.undo
    ? { done: change.undone + change.conflicts, of: change.changed }
    : { done: change.processed, of: change.total };
}

/** How many contacts an undo would still restore. */
export function undoableCount({ changed, undone, conflicts }: BulkChange): number {
  return changed - undone - conflicts;
}

/** Identifies one step of a change, to dismiss only that. */
export function stepOf({ id, state, updatedAt }: BulkChange): string {
  return `${id}:${state}:${updatedAt}`;
}
