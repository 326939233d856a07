'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { largeDeletionsOptions, segmentChangesOptions } from './bulk-change-queries';
import { isUnderWay, undoableCount } from './bulk-change-state';
import { useOptimisticBulkChange } from './use-bulk-change-steps';

const SHOWN = 3;

/** Segment changes that can still be undone after their toast is gone. */
export function useSegmentChanges(): BulkChange[] {
  const { data = [] } = useQuery(segmentChangesOptions());
  return data.map(useOptimisticBulkChange()).filter(isUndoable).slice(0, SHOWN);
}

/** Large deletions that can be undone, loaded page by page. */
export function useLargeDeletions() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(largeDeletionsOptions());
  const [isOpen, setOpen] = useState(false);
  const deletions = (data?.pages.flat() ?? []).map(useOptimisticBulkChange()).filter(isUndoable);
  return {
    deletions: isOpen ? deletions : deletions.slice(0, SHOWN),
    isOpen,
    isMore: hasNextPage || (!isOpen && deletions.length > SHOWN),
    isReading: isFetchingNextPage,
    showMore() {
      if (isOpen || deletions.length <= SHOWN) void fetchNextPage();
      setOpen(true);
    },
  };
}

function isUndoable(change: BulkChange): boolean {
  return !isUnderWay(change) && change.state !== 'undone' && undoableCount(change) > 0;
}
