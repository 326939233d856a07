import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { Activity } from '@/lib/contract/activity';
import type { Actor } from '@/lib/contract/actor';
import { type ActivityState, activityQuery } from './activity-state';

/** Some activity, latest first. */
export interface ActivityPage {
  data: Activity[];
  meta: { nextCursor: string | null };
}

const PAGE_SIZE = '100';

/** Query for a page of activity. */
export function activityPageQuery(state: ActivityState, cursor: string): URLSearchParams {
  const query = activityQuery(state);
  query.set('pageSize', PAGE_SIZE);
  if (cursor) query.set('cursor', cursor);
  return query;
}

/** Activity that matches, latest first, page after page. */
export function activityOptions(state: ActivityState) {
  return infiniteQueryOptions({
    queryKey: ['activity', 'list', state],
    queryFn: ({ signal, pageParam }) =>
      readData<ActivityPage>(`/data/activity?${activityPageQuery(state, pageParam)}`, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.nextCursor,
    staleTime: 0,
  });
}

/** People and tokens that activity can be filtered by. */
export function actorsOptions() {
  return queryOptions({
    queryKey: ['activity', 'actors'],
    queryFn: async ({ signal }) => (await readData<{ data: Actor[] }>('/data/activity/actors', signal)).data,
  });
}
