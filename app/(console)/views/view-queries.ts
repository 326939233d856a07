import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { SavedView } from '@/lib/contract/saved-view';

/** The person's saved views, then shared ones. */
export function viewListOptions() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: (context) => readData<SavedView[]>('/data/views', context),
  });
}
