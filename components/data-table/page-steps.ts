import { LAST_PAGE } from '@/lib/contract/last-page';
import type { PageMeta } from '@/lib/contract/page';
import { formatCount, formatTotal } from './format-count';

/** A page to go to: its number, and the cursor that finds it, where that is not the number. */
export type PageTarget = readonly [page: number, cursor: string | null];

/** Coming from the end of a list whose length is not known, nobody knows which page it is; it is then called 1. */
function isNumbered({ page, previousCursor }: PageMeta): boolean {
  return page > 1 || previousCursor === null;
}

/** Where one can go from a page; `null` where there is nothing. */
export function pageSteps(meta: PageMeta): Record<'first' | 'previous' | 'next' | 'last', PageTarget | null> {
  const { page, nextCursor, previousCursor } = meta;
  const numbered = isNumbered(meta);
  return {
    first: page > 1 || previousCursor ? [1, null] : null,
    previous: previousCursor
      ? [Math.max(1, page - 1), page === 2 ? null : previousCursor]
      : page > 1
        ? [page - 1, null]
        : null,
    next: nextCursor ? [numbered ? page + 1 : 1, nextCursor] : null,
    last: nextCursor ? lastPage(meta) : null,
  };
}

/** Where the list ends, seen from any page, also from one behind that. */
export function lastPage({ totalIsExact, totalPages }: PageMeta): PageTarget {
  return totalIsExact ? [totalPages, null] : [1, LAST_PAGE];
}

/** Which page this is, as it is said: "page 3", "last page". */
export function pageName(meta: PageMeta): string {
  if (isNumbered(meta)) return `page ${formatCount(meta.page)}`;
  return meta.nextCursor ? 'a page near the end' : 'last page';
}

/** Which rows these are: "51–100 of 4,312", "Last 50 of 10,000+". */
export function pageRange(meta: PageMeta, shown: number): string {
  const total = formatTotal(meta);
  if (shown === 0) return `0 of ${total}`;
  if (!isNumbered(meta)) return `${meta.nextCursor ? '' : 'Last '}${formatCount(shown)} of ${total}`;
  const first = (meta.page - 1) * meta.pageSize + 1;
  return `${formatCount(first)}–${formatCount(first + shown - 1)} of ${total}`;
}
