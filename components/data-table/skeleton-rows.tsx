import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/3'];

interface SkeletonRowsProps {
  columns: readonly { id: string; className: string | undefined }[];
  /** Whether rows can be selected. */
  selects: boolean;
  density: 'comfortable' | 'compact';
}

/** Enough for the first sight of a page. */
const ROWS = 16;

/**
 * Rows that are still to come, in the columns they will stand in, as high as rows without segments: on narrow screens
 * all stands below the name.
 */
export function SkeletonRows({ columns, selects, density }: SkeletonRowsProps) {
  return Array.from({ length: ROWS }, (_, row) => (
    <tr key={row} aria-hidden>
      {selects ? (
        <td className="data-cell check-cell">
          <Skeleton className="m-1 size-4!" />
        </td>
      ) : null}
      {columns.map(({ id, className }, column) => (
        <td
          key={id}
          className={cn('data-cell h-13.5 px-2', density === 'compact' ? 'lg:h-9' : 'lg:h-11', className)}
        >
          <Skeleton className={widths[(row + column) % widths.length]} />
          {column === 0 ? <Skeleton className="mt-2.5 w-4/5 lg:hidden" /> : null}
        </td>
      ))}
    </tr>
  ));
}
