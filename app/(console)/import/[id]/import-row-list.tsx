import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFieldsByName } from '@/components/contacts/own-fields';
import { SearchBox } from '@/components/data-table/search-box';
import { useDebouncedValue } from '@/components/hooks/use-debounced-value';
import { useSegments } from '@/components/segments/use-segments';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { ReadFailed } from '@/components/ui/read-failed';
import { Skeleton } from '@/components/ui/skeleton';
import type { Field } from '@/lib/contract/field';
import { importRowsOptions } from '../import-queries';
import { ImportFigures, type ImportFiguresProps, RowFilterChoice } from './import-figures';
import { ImportRowItem, rowClasses } from './import-row-item';

/** The rows of an import by outcome and search, page after page; nothing before a plan. */
export function ImportRowList({ one, filter, onFilter }: ImportFiguresProps) {
  const [words, setWords] = useState('');
  const search = useDebouncedValue(words.trim(), 150);
  const { data: segments } = useSegments();
  const colors = useMemo(() => new Map(segments?.map(({ title, color }) => [title, color])), [segments]);
  const existing = useFieldsByName();
  const newFields = one.plan?.newFields;
  const ownFields = useMemo(
    () =>
      new Map([...existing, ...(newFields ?? []).map((one) => [`fields.${one.key}`, one as Field] as const)]),
    [existing, newFields],
  );
  const list = useInfiniteQuery({ ...importRowsOptions(one, filter, search), enabled: one.plan !== null });
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage } = list;
  const rows = data?.pages.flatMap((page) => page.data);
  const isStale = isPlaceholderData || one.state === 'planning';
  if (!one.plan) return null;
  return (
    <>
      <ImportFigures one={one} filter={filter} onFilter={onFilter} />
      <div className="flex flex-wrap gap-2">
        <SearchBox label="Search rows" value={words} onSearch={setWords} busy={isPlaceholderData && !error} />
        <RowFilterChoice one={one} filter={filter} onFilter={onFilter} />
      </div>
      {error && !rows ? (
        <ReadFailed collectionName="The rows" error={error} onRetry={() => list.refetch()} />
      ) : rows?.length === 0 ? (
        <p className="border-t border-line py-6 text-center text-muted">
          {one.state === 'planning' ? 'Checking…' : search ? 'No matches' : 'No rows'}
        </p>
      ) : (
        <ul
          aria-label="Rows of the file"
          aria-busy={isStale}
          className="border-t border-line max-md:[&>:first-child]:hidden"
        >
          {/* Screen readers hear what each part is. */}
          <li aria-hidden className={cn(rowClasses, 'text-xs! font-medium text-muted')}>
            <span>Line</span>
            <span>Contact</span>
            <span>Result</span>
            <span>Details</span>
          </li>
          {rows?.map((row) => (
            <ImportRowItem key={row.line} row={row} one={one} colors={colors} ownFields={ownFields} />
          )) ??
            Array.from({ length: 5 }, (_, index) => (
              <li key={index} className="border-b border-line py-4">
                <Skeleton className="w-2/3" />
              </li>
            ))}
        </ul>
      )}
      {hasNextPage ? (
        <div>
          <Button pending={isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {rows && !isStale ? `${formatCountOf(rows.length, 'row')} shown` : null}
      </p>
    </>
  );
}
