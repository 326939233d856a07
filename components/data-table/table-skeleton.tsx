import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/3'];

interface TableSkeletonProps {
  label: string;
  density?: 'comfortable' | 'compact';
}

/** Enough for the first sight of a page. */
const ROWS = 16;

/** Rows that are still to come, as high as rows without segments: on narrow screens all stands below the name. */
export function TableSkeleton({ label, density = 'comfortable' }: TableSkeletonProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          key={row}
          className={cn(
            'flex h-13.5 items-center gap-4 border-b border-line px-4 md:px-6',
            density === 'compact' ? 'lg:h-9' : 'lg:h-11',
          )}
        >
          <Skeleton className="size-4! shrink-0" />
          {widths.map((_, column) => (
            <div key={column} className={cn('flex-1', column > 0 && 'hidden lg:block')}>
              <Skeleton className={widths[(row + column) % widths.length]} />
              {column === 0 ? <Skeleton className="mt-2.5 w-4/5 lg:hidden" /> : null}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
