import { CallError, isTemporary } from '@/components/hooks/call-error';
import { readOptions } from '@/components/hooks/use-read';
import type { BulkChange } from '@/lib/contract/bulk-change';

export function isUnderWay({ state }: BulkChange): boolean {
  return state === 'running' || state === 'undoing';
}

/** Stop offering to resume after a day, in milliseconds. */
const OFFERED_FOR = 24 * 60 * 60_000;

/** Whether a bulk change was cancelled or failed less than a day ago, so that resuming is offered. */
export function isStopped({ state, updatedAt }: BulkChange): boolean {
  return (state === 'cancelled' || state === 'failed') && Date.now() - Date.parse(updatedAt) < OFFERED_FOR;
}

/** Whether a bulk change can be resumed and undone; a purge and the deletion of a field cannot. */
export function isReversible({ change }: BulkChange): boolean {
  return change.type !== 'purge' && change.type !== 'fieldDeletion';
}

/** The operation that a person must be allowed, to stop, resume or undo a change. */
export const permissionOf = ({ change }: BulkChange) =>
  change.type === 'fieldType' || change.type === 'fieldDeletion' ? 'changeFieldType' : 'undoBulkChange';

/** Whether a bulk change merges segments: it deletes one in the end, and its undo restores it. */
export function isMerge({ change }: BulkChange): boolean {
  return change.type === 'segments' && change.merged !== undefined;
}

/** Number of processed contacts, and the total; those of the undo once it has begun. */
export function getProgress(change: BulkChange): { done: number; of: number } {
  return change.undo
    ? { done: change.undone + change.conflicts, of: change.changed }
    : { done: change.processed, of: change.total };
}

/** Number of contacts that an undo would still restore. */
export function undoableCount({ changed, undone, conflicts }: BulkChange): number {
  return changed - undone - conflicts;
}

/** Key of the current step of a change, to dismiss only this step. */
export function getStepKey({ id, state, updatedAt }: BulkChange): string {
  return `${id}:${state}:${updatedAt}`;
}

/** Polling intervals in milliseconds, while a change is running and otherwise. */
const WHILE_UNDER_WAY = 500;
const OTHERWISE = 10_000;

/** The latest bulk changes, and all that are running. */
export const latestBulkChanges = readOptions('listLatestBulkChanges', {});

/** Polling interval in milliseconds, short while a change is under way; `false` after a permanent error. */
export function refetchInterval(changes: readonly BulkChange[] = [], error: Error | null = null) {
  if (error) return error instanceof CallError && !isTemporary(error) ? false : OTHERWISE;
  return changes.some(isUnderWay) ? WHILE_UNDER_WAY : OTHERWISE;
}

/** Deletions up to this size fit on one page of the trash, where they can be selected. */
const LARGE = 100;

/** Query options of changes that can still be undone, latest first; with a `type`, only deletions of more than `LARGE` contacts. */
export function undoableChangesOptions(type?: 'delete') {
  return readOptions('listBulkChanges', { query: { type, undoable: String(type ? LARGE + 1 : 1) } });
}
