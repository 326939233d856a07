'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { largeDeletionsOptions, segmentChangesOptions } from './bulk-change-queries';
import { isUnderWay, undoableCount } from './bulk-change-state';
import { useOptimisticBulkChange } from './use-bulk-change-steps';

const SHOWN = 3;

/** The latest changes of segments that can be undone, also after the message that offered it is gone. */
export function useSegmentChanges(): BulkChange[] {
  const { data = [] } = useQuery(segmentChangesOptions());
  return data.map(useOptimisticBulkChange()).filter(isUndoable).slice(0, SHOWN);
}

/** The deletions of many contacts that can be undone: the latest ones until more are asked for. */
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
