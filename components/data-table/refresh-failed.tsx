import { Button, buttonClasses } from '@/components/ui/button';
import { codeOf } from '@/components/ui/error-text';

/** Shown if a refresh failed and old rows are displayed. Narrow screens omit the reason. */
export function RefreshFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const isSignedOut = codeOf(error) === 'UNAUTHORIZED';
  const why = isSignedOut ? 'You are signed out.' : error.message;
  return (
    <div role="alert" className="flex min-w-0 items-center gap-2">
      <p title={why} className="line-clamp-2 min-w-0 text-xs text-ink">
        <strong className="font-medium text-danger">Not up to date.</strong>{' '}
        <span className="max-md:sr-only">{why}</span>
      </p>
      {isSignedOut ? (
        // In a new tab, to keep the selection.
        <a href="/sign-in" target="_blank" rel="noreferrer" className={buttonClasses({ size: 'sm' })}>
          Sign in
        </a>
      ) : (
        <Button size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
