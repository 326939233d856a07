import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { CallError } from '@/components/hooks/call-error';
import { Button, buttonClasses } from './button';
import { EmptyState, NoMatches } from './empty-state';
import { getErrorCode } from './error-text';
import { focusAround } from './focus-main';
import { toast } from './toast';

interface ReadFailedProps {
  /** "The trash" */
  collectionName: string;
  error: Error;
  onRetry(): void;
  /** Offered if the service rejects the filters. */
  onClear?(): void;
}

/** Shown instead of what could not be read. A filter that the service rejects shows as no matches, with the reason. */
export function ReadFailed({ collectionName, error, onRetry, onClear }: ReadFailedProps) {
  const { code, requestId = null, status = 0, details = [] } = error instanceof CallError ? error : {};
  // The service rejects filter values that nothing can match.
  if (status === 400 && onClear)
    return (
      <NoMatches onClear={onClear}>
        <p role="alert">{details.map(({ message }) => message).join(' ')}</p>
      </NoMatches>
    );
  return (
    <EmptyState
      icon={CircleAlert}
      tone="danger"
      title={`${collectionName} could not be loaded`}
      actions={
        <div ref={focusAround} className="contents">
          {code === 'UNAUTHORIZED' ? (
            // A reload leads to sign-in and back to this page.
            <Button variant="primary" onClick={() => window.location.reload()}>
              Sign in
            </Button>
          ) : (
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
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

interface ReadBoundaryProps {
  /** "The trash" */
  collectionName: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  onClear?(): void;
  children: ReactNode;
}

/** Shows an error instead of its children if the read failed, or a toast if there is older data to show. */
export function ReadBoundary({
  collectionName,
  query: { data, error, refetch },
  onClear,
  children,
}: ReadBoundaryProps) {
  useStaleNotice(data === undefined ? undefined : collectionName.replace('The', 'the'), error, refetch);
  if (!error || data) return children;
  return (
    <ReadFailed collectionName={collectionName} error={error} onRetry={() => refetch()} onClear={onClear} />
  );
}

/** Shows a toast with a retry button while `name` cannot be refreshed. None if `name` is undefined. */
export function useStaleNotice(
  name: string | undefined,
  error: Error | null,
  refetch: () => Promise<unknown>,
): void {
  const problem = error?.message;
  useEffect(() => {
    if (name === undefined || problem === undefined) return;
    const shown = toast.warning(`Could not refresh ${name}`, {
      description: problem,
      action: {
        label: 'Try again',
        onClick: (event) => {
          // Keep the toast open until the retry succeeds.
          event.preventDefault();
          void refetch();
        },
      },
      duration: Number.POSITIVE_INFINITY,
    });
    return () => toast.dismiss(shown);
  }, [name, problem, refetch]);
}

interface RefreshFailedProps {
  error: Error;
  onRetry(): void;
}

/** Warns that rows are not up to date, on narrow screens without the reason. */
export function RefreshFailed({ error, onRetry }: RefreshFailedProps) {
  const isSignedOut = getErrorCode(error) === 'UNAUTHORIZED';
  const why = isSignedOut ? 'You are signed out.' : error.message;
  return (
    <div role="alert" className="flex min-w-0 items-center gap-2">
      <p title={why} className="line-clamp-2 min-w-0 text-xs text-ink">
        <strong className="font-medium text-danger">Not up to date.</strong>{' '}
        <span className="max-md:sr-only">{why}</span>
      </p>
      {isSignedOut ? (
        // A new tab keeps the selection.
        <a href="/sign-in" target="_blank" rel="noreferrer" className={buttonClasses({ size: 'sm' })}>
          Sign in
        </a>
      ) : (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
