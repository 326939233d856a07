import { useQuery } from '@tanstack/react-query';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { undoableChangesOptions } from './bulk-change-queries';
import { isUnderWay, undoableCount } from './bulk-change-state';
import { useOptimisticBulkChange } from './use-bulk-change-steps';

/** Changes that can still be undone after their toast is gone. */
export function useUndoableChanges(type: 'segments' | 'delete'): BulkChange[] {
  const { data = [] } = useQuery(undoableChangesOptions(type));
  return data
    .map(useOptimisticBulkChange())
    .filter((change) => !isUnderWay(change) && change.state !== 'undone' && undoableCount(change) > 0);
}
