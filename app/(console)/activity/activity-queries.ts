import { pagesOptions } from '@/components/hooks/use-read';
import { type ActivityState, activityQuery } from './activity-state';

/** Activity that matches, latest first. */
export const activityOptions = (state: ActivityState) =>
  pagesOptions('listActivity', (cursor) => ({
    query: { ...activityQuery(state), pageSize: '100', cursor: cursor || undefined },
  }));

/** A contact's history: a short first page, then full ones. */
export const historyOptions = (id: string) =>
  pagesOptions('listActivity', (cursor) => ({
    query: { subjectId: id, pageSize: cursor ? '100' : '20', cursor: cursor || undefined },
  }));
