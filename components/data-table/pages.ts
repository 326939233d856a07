import { formatCount, formatTotal } from '@/components/text/format-count';
import type { PageMeta } from '@/lib/contract/page';

/** The last page within the counted total. */
export function lastPage({ total, pageSize }: PageMeta): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The range of rows: "51–100 of 4,312", "1–50 of 10,000+". */
export function pageRange(meta: PageMeta, shown: number): string {
  const total = formatTotal(meta);
  if (shown === 0) return `0 of ${total}`;
  const first = (meta.page - 1) * meta.pageSize + 1;
  return `${formatCount(first)}–${formatCount(first + shown - 1)} of ${total}`;
}
