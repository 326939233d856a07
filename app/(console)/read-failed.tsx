'use client';

import { CircleAlert } from 'lucide-react';
import { ReadError } from '@/app/data/read-data';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { focusAround } from '@/components/ui/focus-main';

interface ReadFailedProps {
  /** "The trash" */
  what: string;
  error: Error;
  onRetry(): void;
  /** Offered if the filters may be the cause. */
  onClear?(): void;
}

/** Error state of a list. */
export function ReadFailed({ what, error, onRetry, onClear }: ReadFailedProps) {
  const { requestId = null, status = 0 } = error instanceof ReadError ? error : {};
  return (
    <EmptyState
      icon={CircleAlert}
      tone="danger"
      title={`${what} could not be loaded`}
      actions={
        <div ref={focusAround} className="contents">
          {status === 401 ? (
            // A full page load, which returns here after sign-in.
            <Button variant="primary" onClick={() => window.location.reload()}>
              Sign in
            </Button>
          ) : (
            <Button variant="primary" onClick={onRetry}>
              Retry
            </Button>
          )}
          {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
        </div>
      }
    >
      <p role="alert">{error.message}</p>
      {requestId ? (
        <p className="pt-1 text-sm">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </EmptyState>
  );
}
