import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readData, readPage } from '@/app/data/read-data';
import type { Activity } from '@/lib/contract/activity';
import type { Actor } from '@/lib/contract/actor';
import { type ActivityState, activityQuery } from './activity-state';

export interface ActivityPage {
  data: Activity[];
  meta: { nextCursor: string | null };
}

const PAGE_SIZE = '100';

function activityPageQuery(state: ActivityState, cursor: string): URLSearchParams {
  const query = activityQuery(state);
  query.set('pageSize', PAGE_SIZE);
  if (cursor) query.set('cursor', cursor);
  return query;
}

/** Activity that matches, latest first, page after page. */
export function activityOptions(state: ActivityState) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'list', state],
    queryFn: (context) =>
      readPage<ActivityPage>(`/data/activity?${activityPageQuery(state, context.pageParam)}`, context),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.nextCursor,
    staleTime: 0,
  });
}

/** People and tokens that activity can be filtered by. */
export function actorsOptions() {
  return queryOptions({
    queryKey: ['activity', 'actors'],
    queryFn: (context) => readData<Actor[]>('/data/activity/actors', context),
  });
}
