import { Skeleton } from '@/components/ui/skeleton';

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/3'];

/** Rows that are still to come, as high as the rows will be. */
export function TableSkeleton({ label, rows = 12 }: { label: string; rows?: number }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-4 border-b border-line px-4 md:px-6">
          <Skeleton className="size-4! shrink-0" />
          {widths.map((_, column) => (
            <div key={column} className={column > 1 ? 'hidden flex-1 md:block' : 'flex-1'}>
              <Skeleton className={widths[(row + column) % widths.length]} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
