'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import {
  activityOptions,
  activityParameters,
  activityQuery,
  groupByDay,
} from '@/components/activity/activity-state';
import { IgnoredParameters } from '@/components/data-table/ignored-parameters';
import { useCan } from '@/components/hooks/use-can';
import { useHydrated } from '@/components/hooks/use-hydrated';
import { dataHref } from '@/components/hooks/use-read';
import { formatDayHeading, toDay } from '@/components/text/days';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import { NarrowPage, PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { Skeleton } from '@/components/ui/skeleton';
import type { Activity } from '@/lib/contract/activity';
import { ActivityEntry, QuietLine } from './activity-entry';
import { ActivityFilters } from './activity-filters';
import { useUndoEntry } from './use-undo-entry';

/** Actions of which a day has one line. */
const quietActions = new Set<Activity['action']>(['person.signed-in', 'list.read']);

/** Entries grouped by day, in UTC until hydrated; placeholders while they load. `quiet`: sign-ins and reads of assistants are a line a day. */
function EntriesByDay({ entries, quiet }: { entries: readonly Activity[] | undefined; quiet: boolean }) {
  const zone = useHydrated() ? undefined : 'UTC';
  const toUndo = useUndoEntry();
  if (!entries)
    return (
      <div role="status" aria-label="Loading the activity" className="flex flex-col gap-4 px-4 py-6 md:px-6">
        {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    );
  const now = new Date().toISOString();
  const today = zone ? now.slice(0, 10) : toDay(now);
  /** Entries whose subject has no later entry, which are those that can be undone. */
  const latest = new Set(new Map(entries.toReversed().map((entry) => [entry.subjectId, entry])).values());
  const isQuiet = ({ action }: Activity) => quiet && quietActions.has(action);
  return groupByDay(entries, zone).map(([day, ofDay]) => (
    <section key={day} aria-label={formatDayHeading(day, today)}>
      <h2 className="sticky top-0 z-1 bg-canvas px-4 pt-3 pb-1.5 text-sm font-medium text-muted max-md:static md:px-6">
        {formatDayHeading(day, today)}
      </h2>
      <ol className="border-t border-line">
        {ofDay
          .filter((entry) => !isQuiet(entry))
          .map((entry) => (
            <ActivityEntry
              key={entry.id}
              entry={entry}
              undo={latest.has(entry) ? toUndo(entry) : undefined}
            />
          ))}
        {[...quietActions].map((action) => (
          <QuietLine key={action} entries={ofDay.filter((entry) => quiet && entry.action === action)} />
        ))}
      </ol>
    </section>
  ));
}

/** The activity page: filters, entries by day, and an export of those that match. */
export function ActivityList() {
  const [state, setState] = useQueryStates(activityParameters, { history: 'push' });
  const mayExport = useCan('exportActivity');
  const list = useInfiniteQuery({ ...activityOptions(state), staleTime: 0 });
  const { data } = list;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  const filtered = Object.keys(activityQuery(state)).length > 0;
  const clear = () => {
    void setState(null);
    focusMain();
  };
  return (
    <NarrowPage>
      <PageHeader
        title="Activity"
        actions={
          mayExport && entries?.length ? (
            <a
              href={dataHref('exportActivity', { query: activityQuery(state) })}
              download
              className={buttonClasses()}
            >
              <Download aria-hidden className="text-muted" />
              <span className="max-sm:sr-only">Export</span>
            </a>
          ) : undefined
        }
      />
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
        <ActivityFilters
          state={state}
          contactName={entries?.find(({ subjectId }) => subjectId === state.contact)?.subject ?? undefined}
          actorName={entries?.find(({ actor }) => actor.id === state.by)?.actor.name}
          onChange={(values) => void setState(values)}
        />
        {filtered && entries?.length ? (
          <Button variant="ghost" onClick={clear}>
            Clear filters
          </Button>
        ) : null}
      </div>
      <IgnoredParameters parameters={activityParameters} />
      <div className="pb-8">
        <ReadBoundary collectionName="The activity" query={list} onClear={filtered ? clear : undefined}>
          {entries?.length === 0 ? (
            filtered ? (
              <NoMatches onClear={clear} />
            ) : (
              <EmptyState icon={History} title="No activity yet">
                Changes to contacts, segments and settings appear here.
              </EmptyState>
            )
          ) : (
            <EntriesByDay entries={entries} quiet={!state.kind} />
          )}
        </ReadBoundary>
        <div className="px-4 pt-4 empty:hidden md:px-6">
          <ShowEarlier pages={list} />
        </div>
      </div>
    </NarrowPage>
  );
}
