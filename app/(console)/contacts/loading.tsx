import { TableSkeleton } from '@/components/data-table/table-skeleton';
import { Skeleton } from '@/components/ui/skeleton';

/** The frame of the contact table, while its rows are on their way. */
export default function Loading() {
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex h-14 items-center px-4 text-lg font-semibold md:px-6">Contacts</div>
      <div className="flex items-center gap-2 px-4 pb-3 md:px-6">
        <Skeleton className="h-8 w-72" />
        <Skeleton className="h-8 w-28" />
      </div>
      <div className="border-t border-line">
        <TableSkeleton label="Loading contacts …" />
      </div>
    </div>
  );
}
