import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorText } from '@/components/ui/error-text';

/** A titled part beside the details of a contact. */
export function RecordPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-sm font-medium">{title}</h2>
      {children}
    </section>
  );
}

/** Error of a part, with a retry. */
export function PartFailed({ query }: { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  const { error, isFetching, refetch } = query;
  if (!error) return null;
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
