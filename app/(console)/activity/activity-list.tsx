'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History, SearchX } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { DataTable } from '@/components/data-table/data-table';
import { IgnoredParameters } from '@/components/data-table/ignored-parameters';
import { useCan } from '@/components/hooks/use-can';
import { dataHref } from '@/components/hooks/use-read';
import { Button, buttonClasses } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { focusMain } from '@/components/ui/focus-main';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';
import { ShowEarlier } from '@/components/ui/show-earlier';
import { activityColumns } from './activity-columns';
import { ActivityFilters } from './activity-filters';
import { activityOptions, activityParameters, activityQuery } from './activity-state';

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
    <>
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
      <div className="border-t border-line pb-8">
        <ReadBoundary what="The activity" query={list} onClear={filtered ? clear : undefined}>
          {entries?.length === 0 ? (
            filtered ? (
              <EmptyState
                icon={SearchX}
                title="No matches"
                actions={<Button onClick={clear}>Clear filters</Button>}
              />
            ) : (
              <EmptyState icon={History} title="No activity yet">
                Changes of contacts, segments and settings appear here.
              </EmptyState>
            )
          ) : (
            <DataTable caption="Activity, latest first" columns={activityColumns} rows={entries} />
          )}
        </ReadBoundary>
        <div className="px-4 pt-4 empty:hidden md:px-6">
          <ShowEarlier pages={list} />
        </div>
      </div>
    </>
  );
}
