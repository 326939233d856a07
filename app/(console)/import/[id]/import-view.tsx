'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { contactTopics } from '@/components/hooks/console-operations';
import { invalidate } from '@/components/hooks/use-operation';
import { ActorName } from '@/components/ui/actor-name';
import { BackLink } from '@/components/ui/back-link';
import { PageHeader } from '@/components/ui/page-header';
import { ReadFailed, useStaleNotice } from '@/components/ui/read-failed';
import { RelativeTime } from '@/components/ui/relative-time';
import type { ContactImport } from '@/lib/contract/import';
import { importOptions } from '../import-queries';
import { isUnderWay, toFigures } from '../import-state';
import { rowFilters } from './import-figures';
import { ImportPlan } from './import-plan';
import { ImportResult } from './import-result';
import { ImportRowList } from './import-row-list';

/** An import, from the mapping of columns to undo. */
export function ImportView({ id, countries }: { id: string; countries: Record<string, string> }) {
  const { data: one, error, refetch } = useQuery(importOptions(id));
  useStaleNotice(one && 'the import', error, refetch);
  useRefetchAfterRun(one);
  const [filter, setFilter] = useQueryState('rows', rowParser);
  const back = <BackLink to="/import" label="Back to imports" />;
  if (!one)
    return (
      <>
        <PageHeader back={back} title="Import" />
        {error ? <ReadFailed collectionName="The import" error={error} onRetry={() => refetch()} /> : null}
      </>
    );
  // A filter may be empty after its last row was corrected. Show all rows then.
  const isEmpty = one.state !== 'planning' && toFigures(one)?.[filter] === 0;
  const rows = (
    <ImportRowList one={one} filter={isEmpty ? 'all' : filter} onFilter={(next) => void setFilter(next)} />
  );
  const header = {
    back,
    title: <bdi>{one.name}</bdi>,
    description: (
      <>
        Started by <ActorName actor={one.actor} name={one.createdBy} /> <RelativeTime at={one.createdAt} />
      </>
    ),
  };
  return one.run ? (
    <ImportResult one={one} header={header} rows={rows} onChanged={() => void setFilter('changed')} />
  ) : (
    <ImportPlan one={one} header={header} rows={rows} countries={countries} />
  );
}

const rowParser = parseAsStringLiteral(rowFilters).withDefault('all').withOptions({ history: 'push' });

/** Refetches contacts, segments, activity, fields and imports once a plan, run or undo has ended. */
function useRefetchAfterRun(one: ContactImport | undefined): void {
  const queryClient = useQueryClient();
  const wasUnderWay = useRef(false);
  const underWay = one !== undefined && isUnderWay(one);
  useEffect(() => {
    if (wasUnderWay.current && !underWay)
      void invalidate(queryClient, [...contactTopics, 'fields', 'imports']);
    wasUnderWay.current = underWay;
  }, [underWay, queryClient]);
}
