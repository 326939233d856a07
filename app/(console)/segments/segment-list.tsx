'use client';

import { Tags, TriangleAlert } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ComponentProps, useMemo, useState } from 'react';
import { ALPHABETICAL, BY_COUNT, CHRONOLOGICAL, type Column } from '@/components/data-table/columns';
import { useCan, useHas, useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { ResourceList } from '@/components/resource-list/resource-list';
import SegmentDialog from '@/components/segments/segment-dialog';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { buttonClasses } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { SegmentChip } from '@/components/ui/segment-chip';
import { cannot } from '@/lib/contract/connection';
import type { Segment } from '@/lib/contract/segment';
import { Sparkline } from './growth-chart';
import { growthWords } from './growth-words';
import { SegmentMenu, useMayChangeSegments, useSegmentDialogs } from './segment-menu';
import { findSegments, type SegmentSort, segmentSorts } from './segment-sort';

/** Numbers below the end of their heads. */
const numbers = 'text-right! tabular-nums max-sm:px-1! [&_button]:flex-row-reverse';

const titleColumn: Column<Segment> = {
  id: 'title',
  label: 'Segment',
  orders: ALPHABETICAL,
  className: 'flex-3',
  cell: (segment) => (
    <div
      className={cn(
        'flex max-w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 py-2',
        segment.ruleProblem && 'sm:flex-nowrap',
      )}
    >
      <Link
        href={`/segments/${segment.id}`}
        data-row-link
        title={segment.title}
        className="flex max-w-full min-w-0 rounded-md"
      >
        <SegmentChip
          {...segment}
          // On phones, a long title takes two lines.
          className="max-w-full! max-sm:h-auto! max-sm:py-0.5 max-sm:[&>.truncate]:line-clamp-2 max-sm:[&>.truncate]:whitespace-normal"
        />
      </Link>
      {segment.ruleProblem ? (
        <Link
          href={`/segments/${segment.id}`}
          title={segment.ruleProblem}
          className={cn(buttonClasses({ size: 'sm' }), 'h-6!')}
        >
          <TriangleAlert aria-hidden className="text-warning" /> Fix rule
          <span className="sr-only">: {segment.ruleProblem}</span>
        </Link>
      ) : null}
      {segment.description ? (
        <span
          dir="auto"
          title={segment.description}
          className="min-w-0 flex-1 basis-24 truncate text-left text-muted max-lg:hidden"
        >
          {segment.description}
        </span>
      ) : null}
    </div>
  ),
};

const columns: Column<Segment>[] = [
  {
    id: 'contactCount',
    label: 'Contacts',
    orders: BY_COUNT,
    startsDescending: true,
    className: cn('flex-none w-28', numbers),
    cell: (one) =>
      one.contactCount === undefined ? null : (
        <span className="inline-flex flex-col items-end max-sm:py-1.5">
          <Link
            href={`/segments/${one.id}`}
            className="inline-flex h-6 min-w-6 items-center justify-end underline-offset-2 hover:underline"
            aria-label={`${formatCountOf(one.contactCount, 'contact')} in ${one.title}`}
          >
            {formatCount(one.contactCount)}
          </Link>
          {one.growth && one.growth.added + one.growth.removed > 0 ? (
            <span className="text-xs leading-4 text-muted sm:hidden">
              {growthWords.short(one.growth)} this week
            </span>
          ) : null}
        </span>
      ),
  },
];
/** In place of the growth of a segment by rule, which a list does not have. */
const growthOnPage = (
  <span title="Shown on its page" className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Shown on its page</span>
  </span>
);
const growthColumns: Column<Segment>[] = [
  {
    id: 'month',
    label: 'Last 30 days',
    className: cn('flex-none w-48 hidden md:table-cell', numbers),
    cell: ({ growth, color }) =>
      growth ? (
        <div className="flex items-center justify-end gap-3">
          <Sparkline counts={growth.counts} color={color} />
          <span className="w-10">{growthWords.net(growth.counts)}</span>
        </div>
      ) : (
        growthOnPage
      ),
  },
  {
    id: 'growth',
    label: 'Last 7 days',
    orders: ['least first', 'most first'],
    startsDescending: true,
    className: cn('flex-none w-28 hidden sm:table-cell', numbers),
    cell: ({ growth }) => (growth ? growthWords.short(growth) : growthOnPage),
  },
];
const createdColumn: Column<Segment> = {
  id: 'createdAt',
  label: 'Created',
  orders: CHRONOLOGICAL,
  startsDescending: true,
  className: 'flex-1 pl-8! hidden xl:table-cell text-muted',
  cell: (one) => one.createdAt && <RelativeTime at={one.createdAt} />,
};
/** The column with the menu of actions on a segment. */
const menuColumn = (choose: ComponentProps<typeof SegmentMenu>['onChoose']): Column<Segment> => ({
  id: 'actions',
  labelHidden: true,
  label: 'Actions',
  className: 'flex-none w-12 sm:w-14 text-right!',
  cell: (segment) => <SegmentMenu segment={segment} onChoose={choose} />,
});

const parameters = {
  search: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(segmentSorts).withDefault('title'),
};

/** All segments with search and sort, to add and change. */
export function SegmentList() {
  const may = useMay();
  const mayChange = useMayChangeSegments();
  const grows = useCan('getSegmentGrowth');
  const readOnly = useReadOnlyReason();
  const list = useRead('listSegments', { query: { include: grows ? 'growth' : 'contactCount' } });
  const { data: segments } = list;
  const [adding, setAdding] = useState(false);
  const { choose, dialogs } = useSegmentDialogs();
  const [{ search, sort }, setState] = useQueryStates(parameters, { history: 'replace' });
  const shownColumns = useMemo(
    () => [
      titleColumn,
      ...columns,
      ...(grows ? growthColumns : []),
      createdColumn,
      ...(mayChange ? [menuColumn(choose)] : []),
    ],
    [grows, mayChange, choose],
  );
  const found = useMemo(() => segments && findSegments(segments, search, sort), [segments, search, sort]);
  return (
    <ResourceList
      title="Segments"
      description={readOnly}
      collectionName="The segments"
      query={list}
      columns={shownColumns}
      rows={found}
      total={segments?.length}
      sort={sort}
      onSort={(sort) => void setState({ sort: sort as SegmentSort })}
      add={may('createSegment') ? { label: 'Create segment', onClick: () => setAdding(true) } : undefined}
      empty={{
        icon: Tags,
        title: 'No segments yet',
        text: 'Group contacts, such as customers, leads or a newsletter. A contact can be in several.',
      }}
      search={{
        words: search,
        onSearch: (words) => void setState({ search: words || null }),
        found: found?.length,
        itemName: 'segment',
      }}
    >
      {dialogs}
      {adding ? <SegmentDialog onClose={() => setAdding(false)} /> : null}
    </ResourceList>
  );
}

/**
 * Says which changes of segments the service does not offer although the person's role may make them; `undefined` if none.
 */
function useReadOnlyReason(): string | undefined {
  const mayWrite = useCan('segments:write');
  const has = useHas();
  if (!mayWrite) return undefined;
  const missing = (['createSegment', 'updateSegment', 'deleteSegment'] as const).filter((name) => !has(name));
  if (missing.length === 3) return 'Read-only: this service cannot create, change or delete segments.';
  return missing.map(cannot).join(' ') || undefined;
}
