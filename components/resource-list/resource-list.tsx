import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { SearchBox } from '@/components/data-table/search-box';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { EmptyState, NoMatches } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { ReadBoundary } from '@/components/ui/read-failed';

interface ResourceListProps<Row extends { id: string }> {
  title: string;
  /** Whether the page is below the tabs of an area. */
  insideTabs?: boolean;
  description?: ReactNode;
  /** "The segments" */
  collectionName: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  columns: readonly Column<Row>[];
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  /** Id of the sorted column, prefixed with - for descending; absent if the order is fixed. */
  sort?: string;
  onSort?(sort: string): void;
  /** Absent if not permitted. */
  add?: { label: string; onClick(): void };
  /** Shown instead of the table if there are no items. If present, the title shows the total otherwise. */
  empty?: { icon: LucideIcon; title: string; text: string };
  /** Number of all items, if `rows` are search results. */
  total?: number;
  /** The search words, the number of rows found, and the name of an item: "segment". */
  search?: { words: string; onSearch(words: string): void; found: number | undefined; itemName: string };
  /** Shown below the table. */
  foot?: ReactNode;
  /** Dialogs, and content below the list. */
  children?: ReactNode;
}

/** The page of a short list: add, edit, delete. */
export function ResourceList<Row extends { id: string }>({
  title,
  insideTabs,
  description,
  collectionName,
  query,
  columns,
  rows,
  sort,
  onSort,
  add,
  empty,
  total = rows?.length,
  search,
  foot,
  children,
}: ResourceListProps<Row>) {
  const isEmpty = empty && total === 0;
  const button = add ? (
    <Button variant="primary" onClick={add.onClick}>
      <Plus aria-hidden /> {add.label}
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        insideTabs={insideTabs}
        title={title}
        aside={
          !insideTabs && empty && total ? <span className="text-muted">{formatCount(total)}</span> : null
        }
        description={insideTabs && isEmpty ? null : description}
        actions={isEmpty ? undefined : button}
      />
      <ReadBoundary collectionName={collectionName} query={query}>
        {isEmpty ? (
          <EmptyState icon={empty.icon} title={empty.title} actions={button}>
            {empty.text}
          </EmptyState>
        ) : (
          <>
            {search ? (
              <div className="px-4 pb-3 md:px-6">
                <SearchBox
                  label={`Search ${search.itemName}s`}
                  value={search.words}
                  onSearch={search.onSearch}
                />
                <p role="status" className="sr-only">
                  {search.found !== undefined && search.words.trim()
                    ? `${formatCountOf(search.found, search.itemName)} found.`
                    : null}
                </p>
              </div>
            ) : null}
            <div className="border-t border-line pb-8">
              {rows?.length === 0 && search ? (
                <NoMatches what="search" onClear={() => search.onSearch('')} />
              ) : (
                <DataTable caption={title} columns={columns} rows={rows} sort={sort} onSort={onSort} />
              )}
              {foot}
            </div>
          </>
        )}
      </ReadBoundary>
      {children}
    </>
  );
}
