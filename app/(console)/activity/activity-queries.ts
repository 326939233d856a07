import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readData, readPage } from '@/app/data/read-data';
import type { Activity } from '@/lib/contract/activity';
import type { Actor } from '@/lib/contract/actor';
import { type ActivityState, activityQuery } from './activity-state';

export interface ActivityPage {
  data: Activity[];
  meta: { nextCursor: string | null };
}

/** Activity that matches, latest first, page after page. */
export function activityOptions(state: ActivityState) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'list', state],
    queryFn: (context) => {
      const query = activityQuery(state);
      query.set('pageSize', '100');
      if (context.pageParam) query.set('cursor', context.pageParam);
      return readPage<ActivityPage>(`/data/activity?${query}`, context);
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.nextCursor,
    staleTime: 0,
  });
}

/** People and tokens that activity can be filtered by. */
export const actorsOptions = queryOptions({
  queryKey: ['activity', 'actors'],
  queryFn: (context) => readData<Actor[]>('/data/activity/actors', context),
});
