import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';
import { Skeleton } from '@/components/ui/skeleton';

interface PendingPartProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Classes of the placeholder. */
  className: string;
}

/** Stands in for a part of a page: a placeholder, an error with Retry, or nothing once there is data. */
export function PendingPart({ query, className }: PendingPartProps) {
  const { data, error, isFetching, refetch } = query;
  if (data) return null;
  if (!error) return <Skeleton className={className} />;
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <p className="text-muted">
        <ErrorText error={error} />
      </p>
      <Button size="sm" pending={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}
