import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatTotal } from '@/components/text/format-count';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import type { PageMeta } from '@/lib/contract/page';
import { pageSizes } from './list-state';

interface PagingBarProps {
  meta: PageMeta | undefined;
  /** Rows on this page. */
  shown: number;
  size: number;
  onSize(size: (typeof pageSizes)[number]): void;
  onPage(page: number): void;
  /** An error, shown in the bar so that it does not move the rows. */
  problem?: ReactNode;
}

/** Row range, page size and page buttons; nothing if the rows fit on the smallest page. */
export function PagingBar({ meta, shown, size, onSize, onPage, problem }: PagingBarProps) {
  if (meta && meta.total <= pageSizes[0] && !problem) return null;
  const { page, last } = meta ? { page: meta.page, last: lastPage(meta) } : { page: 1, last: 1 };
  const steps = [
    { label: 'First page', icon: ChevronFirst, to: 1 },
    { label: 'Previous page', icon: ChevronLeft, to: page - 1 },
    { label: 'Next page', icon: ChevronRight, to: page + 1 },
    { label: 'Last page', icon: ChevronLast, to: last },
  ];
  return (
    <nav
      aria-label="Pages"
      // On phones, the actions on a selection take its place.
      className="sticky bottom-[var(--foot,0px)] z-10 flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line bg-canvas px-4 py-2 text-sm text-muted md:static md:px-6 max-md:not-print:[.selection-tray~&]:hidden print:static print:border-0"
    >
      <p className={problem ? 'max-lg:hidden' : undefined}>{meta ? pageRange(meta, shown) : '\u00a0'}</p>
      {problem ? <div className="min-w-26 flex-1 basis-0">{problem}</div> : null}
      <div className="flex items-center gap-2 md:gap-3 print:hidden">
        <label className="flex items-center gap-2">
          <span className="max-sm:sr-only">Rows</span>
          <Select
            value={size}
            onChange={(event) => onSize(Number(event.target.value) as (typeof pageSizes)[number])}
            aria-label="Rows per page"
            className="w-18"
          >
            {pageSizes.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        </label>
        <div className="flex items-center empty:hidden md:gap-1">
          {(meta && last === 1 ? [] : steps).map(({ label, icon, to }) => {
            const leads = to >= 1 && to <= last && to !== page;
            return (
              <IconButton
                key={label}
                icon={icon}
                iconClassName=""
                label={label}
                title={label}
                // `disabled` would lose the focus at the end of the list.
                aria-disabled={!leads}
                onClick={() => leads && onPage(to)}
                className="aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
              />
            );
          })}
        </div>
      </div>
    </nav>
  );
}

/** The last page within the counted total. */
export function lastPage({ total, pageSize }: PageMeta): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The range of rows: "51–100 of 4,312", "1–50 of 5,000+". */
export function pageRange(meta: PageMeta, shown: number): string {
  const total = formatTotal(meta);
  if (shown === 0) return `0 of ${total}`;
  const first = (meta.page - 1) * meta.pageSize + 1;
  return `${formatCount(first)}–${formatCount(first + shown - 1)} of ${total}`;
}
